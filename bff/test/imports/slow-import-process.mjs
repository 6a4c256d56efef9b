import { setTimeout } from 'node:timers/promises';

// An import process on a machine that is too busy to load its program in the time that a file has.
await setTimeout(1000);
await import('./greedy-import-process.mjs');
