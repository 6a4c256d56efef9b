import assert from 'node:assert/strict';
import type { Answer } from '../suite/client.ts';
import type { RecordData } from '../suite/data.ts';

export function recordsOf(answer: Answer): RecordData[] {
  return (answer.data.items ?? []) as RecordData[]; // Cast: validated against the list's schema before.
}

export function includesRecord(answer: Answer, { id }: { id: number }): boolean {
  return recordsOf(answer).some((record) => record.id === id);
}

export function expectFound(answer: Answer, { record }: { record: RecordData }): void {
  assert.ok(includesRecord(answer, record), `the record ${record.id} is not among the items`);
}
