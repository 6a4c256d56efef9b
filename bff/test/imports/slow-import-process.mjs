import { setTimeout } from 'node:timers/promises';

// Takes longer to start than a file may take to be read, as on a busy machine.
await setTimeout(1000);
await import('./greedy-import-process.mjs');
