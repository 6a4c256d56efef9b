import { once } from 'node:events';
import { spawnChild } from '../spawn-child.ts';
import type { Figures, Load } from './plan.ts';

export interface Loader {
  put(load: Load): Promise<Figures>;
  stop(): Promise<void>;
}

type Message = { figures: Figures; error?: never } | { figures?: never; error: string };

/** The process that puts loads on others, one at a time. */
export async function startLoader(): Promise<Loader> {
  const { child, stop } = spawnChild('load/main.ts', {});
  await once(child, 'message');
  return {
    async put(load) {
      child.send(load);
      // what load/main.ts sends
      const [{ figures, error }] = (await once(child, 'message')) as [Message];
      if (!figures) throw new Error(error);
      return figures;
    },
    stop,
  };
}
