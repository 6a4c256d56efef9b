import { inData, inItems } from './edits.ts';
import type { EditResponse } from './violation.ts';

/**
 * Shows the first state of a record that was seen before a write of one of these verbs, as if the write had been lost.
 * The writes themselves are answered as they should be.
 */
export const forgetsWrites = (...writes: string[]): EditResponse =>
  inData((data, { operation, params }, memory, answer) => {
    const id = String(params.id ?? data.record?.id);
    if (writes.includes(operation.verb ?? '')) {
      memory.set(`written ${operation.tag} ${id}`, true);
    } else if (operation.verb === 'get' && memory.has(`written ${operation.tag} ${id}`)) {
      const earlier = memory.get(`${operation.tag} ${id}`);
      if (!earlier) return;
      data.record = structuredClone(earlier);
      answer.headers.etag = `"${earlier.version}"`;
    } else if (data.record && !memory.has(`${operation.tag} ${id}`)) {
      memory.set(`${operation.tag} ${id}`, structuredClone(data.record));
    }
  });

/** Shows a record in lists as it was when it was first seen in one answer or another. */
export const listsFirstState: EditResponse = (answer, call, memory) => {
  const { tag, verb } = call.operation;
  inData(({ record }) => {
    if (record && !memory.has(`${tag} ${record.id}`)) memory.set(`${tag} ${record.id}`, structuredClone(record));
  })(answer, call, memory);
  if (verb !== 'list') return;
  inItems((items) => {
    for (const [index, { id }] of items.entries()) {
      const first = memory.get(`${tag} ${id}`);
      if (first) items[index] = { ...items[index], ...first };
    }
  })(answer, call, memory);
};
