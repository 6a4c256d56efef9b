import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { Stopped } from './requests/exchanges.ts';

/** How long a case waits for a task, which may be behind others. */
export const TASK_TIMEOUT_MS = 60_000;

/** Repeats an assertion until it holds, as others may write between two reads. @throws its last failure */
export async function until<T>(assertion: () => Promise<T>, milliseconds = 20_000): Promise<T> {
  for (const deadline = Date.now() + milliseconds; ; await delay(100)) {
    try {
      return await assertion();
    } catch (error) {
      if (error instanceof Stopped || Date.now() > deadline) throw error;
    }
  }
}

/** One request may take several times from its clock, which the contract does not ask to be equal. */
const SAME_MOMENT_MS = 5000;

/** Asserts that two times are those of one request. */
export function assertSameMoment(actual: unknown, expected: unknown): void {
  const difference = Math.abs(Date.parse(String(actual)) - Date.parse(String(expected)));
  assert.ok(difference < SAME_MOMENT_MS, `${String(actual)} is about ${String(expected)}`);
}
