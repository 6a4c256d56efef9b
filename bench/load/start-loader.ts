import { once } from 'node:events';
import { spawnChild } from '../spawn-child.ts';
import type { Load, Outcome } from './plan.ts';

export interface Loader {
  put(load: Load): Promise<Outcome>;
  stop(): Promise<void>;
}

type Message = { outcome: Outcome; error?: never } | { outcome?: never; error: string };

/** Starts the load generator process, which runs one load at a time. */
export async function startLoader(): Promise<Loader> {
  const { child, stop } = spawnChild('load/main.ts', {});
  await once(child, 'message');
  return {
    async put(load) {
      child.send(load);
      // what load/main.ts sends
      const [{ outcome, error }] = (await once(child, 'message')) as [Message];
      if (!outcome) throw new Error(error);
      return outcome;
    },
    stop,
  };
}
