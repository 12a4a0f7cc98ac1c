// The engines that can be watched.

import { deducer } from "./deducer.js";
import { parallel } from "./parallel.js";
import { scan } from "./scan.js";
import { canal, dynasty } from "./shading.js";

/** For each engine: the items to record, and `create(trace, puzzle)`, which makes pictures of its work. */
export const WATCHED = { deducer, parallel, scan, dynasty, canal };
