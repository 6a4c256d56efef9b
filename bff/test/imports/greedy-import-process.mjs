/** @type {unknown[]} */
const retainedMemory = [];

/** @type {Record<number, () => void>} */
const effectsByImportId = {
  1: () => {
    for (;;) retainedMemory.push(`${retainedMemory.length}`.repeat(100));
  },
  2: () => void setInterval(() => retainedMemory.push(Buffer.alloc(16 * 2 ** 20, 1)), 20),
  3: () => {
    for (;;);
  },
  4: () => process.exit(3),
  5: () => process.send?.({ type: 'result', result: process.pid }),
  6: () => process.send?.({ type: 'fault', fault: { key: 'tooDeep', limit: 20 } }),
};

// This program replaces the import process. The id of the import selects one effect that a hostile file could have.
process.on('disconnect', () => process.exit());
process.on('message', (/** @type {{ params: { importId: number } }} */ { params }) =>
  effectsByImportId[params.importId]?.(),
);
process.send?.({ type: 'ready' });
