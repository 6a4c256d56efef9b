import { setTimeout as pause } from 'node:timers/promises';

type Options = { what: string; withinMs: number; onWait?: (elapsedMs: number) => void };

/** Calls `probe` until it returns a truthy value, and fails after the deadline with what it waited for. */
export async function pollUntil<T>(
  probe: () => T | Promise<T>,
  { what, withinMs, onWait = () => {} }: Options,
): Promise<NonNullable<T>> {
  const startTime = performance.now();
  for (;;) {
    const result = await probe();
    if (result) return result;
    const elapsed = performance.now() - startTime;
    if (elapsed > withinMs) throw new Error(`Waited ${Math.round(elapsed / 1000)} s in vain for ${what}.`);
    onWait(elapsed);
    await pause(40);
  }
}
