import assert from 'node:assert/strict';
import type { ApiResponse } from '../../../suite/requests/client.ts';
import type { RecordData } from '../../../suite/requests/response-data.ts';

export function recordsIn(response: ApiResponse): RecordData[] {
  return (response.data.items ?? []) as RecordData[]; // Cast: validated against the list's schema before.
}

export function includesRecord(response: ApiResponse, { id }: { id: number }): boolean {
  return recordsIn(response).some((record) => record.id === id);
}

export function assertListed(response: ApiResponse, { record }: { record: RecordData }): void {
  assert.ok(includesRecord(response, record), `the record ${record.id} is not among the items`);
}
