import { setTimeout as delay } from 'node:timers/promises';
import type { CaseContext } from '../case-context.ts';
import type { ApiResponse } from '../requests/client.ts';
import { TASK_TIMEOUT_MS } from '../until.ts';

export interface BulkChangeData {
  id: number;
  status: string;
  total: number;
  done: number;
  left: number;
  causes: { cause: string; records: { id: number }[] }[];
}

export const bulkChangeOf = ({ data }: Pick<ApiResponse, 'data'>): BulkChangeData =>
  (data as unknown as { bulkChange: BulkChangeData }).bulkChange; // Cast: validated against the contract before.

/** Returns list parameters that match the record of the case, and only records changed in the same millisecond. */
export function onlyThis({ entity, record }: CaseContext): Record<string, string> {
  const time = new Date(String(record.updateTime));
  return {
    updatedFrom: time.toISOString(),
    updatedTo: new Date(time.getTime() + 1).toISOString(),
    // by default, rates show only the latest of each pair
    ...(entity.tag === 'rate_board' && { view: 'all' }),
  };
}

/** Starts to activate the record of the case as the reviewer, by a list that only it matches. */
export async function startBulkChange(context: CaseContext): Promise<BulkChangeData> {
  const input = { query: onlyThis(context), body: { action: 'activate', total: 1 } };
  return bulkChangeOf(await context.call('bulkMatching', 'reviewer', input));
}

/** Waits until an action that a role started has ended, as its report says. */
export async function waitForEnd({ backend }: CaseContext, id: number, role = 'reviewer'): Promise<BulkChangeData> {
  const read = backend.operation('getBulkChange');
  for (const deadline = Date.now() + TASK_TIMEOUT_MS; ; await delay(100)) {
    const report = bulkChangeOf(await backend.call(read, role, { params: { id } }));
    if (!['queued', 'running'].includes(report.status)) return report;
    if (Date.now() > deadline)
      throw new Error(
        `the action ${id} has not ended within ${TASK_TIMEOUT_MS / 1000} seconds: it is ${report.status}`,
      );
  }
}
