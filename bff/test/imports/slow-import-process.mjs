import { setTimeout } from 'node:timers/promises';

// This program takes longer to start than the reading of a file may take, as on a busy machine.
await setTimeout(1000);
await import('./greedy-import-process.mjs');
