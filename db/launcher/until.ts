import { setTimeout as pause } from 'node:timers/promises';

type Options = { what: string; withinMs: number; onWait?: (elapsedMs: number) => void };

/** Asks again and again until there is an answer, and fails with `what` after the deadline. */
export async function until<T>(
  probe: () => T | Promise<T>,
  { what, withinMs, onWait = () => {} }: Options,
): Promise<NonNullable<T>> {
  const began = performance.now();
  for (;;) {
    const answer = await probe();
    if (answer) return answer;
    const elapsed = performance.now() - began;
    if (elapsed > withinMs) throw new Error(`Waited ${Math.round(elapsed / 1000)} s in vain for ${what}.`);
    onWait(elapsed);
    await pause(40);
  }
}
