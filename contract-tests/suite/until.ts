import { setTimeout as delay } from 'node:timers/promises';
import { Stopped } from './exchanges.ts';

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
