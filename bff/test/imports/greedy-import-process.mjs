/** @type {unknown[]} */
const memory = [];

/** @type {Record<number, () => void>} */
const jobs = {
  1: () => {
    for (;;) memory.push(`${memory.length}`.repeat(100));
  },
  2: () => void setInterval(() => memory.push(Buffer.alloc(16 * 2 ** 20, 1)), 20),
  3: () => {
    for (;;);
  },
  4: () => process.exit(3),
  5: () => process.send?.({ type: 'result', result: process.pid }),
  6: () => process.send?.({ type: 'fault', fault: { key: 'tooDeep', limit: 20 } }),
};

// Stands in for the import process: the import's id selects what a hostile file could cause.
process.on('disconnect', () => process.exit());
process.on('message', (/** @type {{ params: { importId: number } }} */ { params }) => jobs[params.importId]?.());
process.send?.({ type: 'ready' });
