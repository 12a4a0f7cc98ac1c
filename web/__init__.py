"""The web page: its files, and what is generated for them."""
