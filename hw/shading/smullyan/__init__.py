"""The engine for Smullyanic Dynasties."""
