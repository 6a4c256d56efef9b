import type { Case } from './case.ts';
import type { ApiResponse } from './client.ts';
import { describeAnswer, describeFields } from './verify.ts';

/** Says which expectation of a case a response does not meet, and what came instead; undefined if it meets all. */
export function unmetExpectation({ expect }: Case, response: ApiResponse): string | undefined {
  // A file response has no envelope.
  const { key, permission, fields = [] } = response.data ?? {};
  if (response.status !== expect.status) return `expected ${expect.status}, got ${describeAnswer(response)}`;
  if (expect.key && key !== expect.key) return `expected the key ${expect.key}, got ${key ?? 'none'}`;
  if (expect.message && response.message !== expect.message)
    return `expected the message “${expect.message}”, got “${response.message}”`;
  if (expect.permission && permission !== expect.permission)
    return `expected the permission ${expect.permission}, got ${permission ?? 'none'}`;
  const reported = fields.flatMap(({ pointer, rule }) => [pointer, `${pointer} ${rule}`]);
  const missing = (expect.fields ?? []).filter((field) => !reported.includes(field));
  if (missing.length === 0) return undefined;
  return `expected ${missing.join(', ')}, got ${describeFields(fields) || 'no fields'}`;
}
