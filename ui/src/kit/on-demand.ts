import { useEffect, useEffectEvent, useReducer } from 'react';

const listeners = new Set<() => void>();

/** Tells of code that somebody has asked for and that could not be loaded. */
export function onChunkError(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export interface OnDemand<T> {
  /** Undefined until it is loaded. */
  readonly now: T | undefined;
  /** Undefined where it could not be loaded; who asks next tries again. */
  load: () => Promise<T | undefined>;
  /** Loads for somebody who waits for it, and tells where that fails. */
  want: () => Promise<T | undefined>;
}

/** Code that comes when it is needed or about to be, once for all who ask. */
export function onDemand<T>(load: () => Promise<T>): OnDemand<T> {
  let now: T | undefined;
  let loading: Promise<T | undefined> | undefined;

  async function loadNow(): Promise<T | undefined> {
    try {
      now = await load();
    } catch {
      loading = undefined;
    }
    return now;
  }

  const code = {
    get now() {
      return now;
    },
    load() {
      loading ??= loadNow();
      return loading;
    },
    async want() {
      const found = await code.load();
      if (found === undefined) for (const listener of listeners) listener();
      return found;
    },
  };
  return code;
}

/** The code if it is there; asks for it when it is wanted, which is given up where it cannot be loaded. */
export function useOnDemand<T>(code: OnDemand<T>, wanted: boolean, giveUp?: () => void): T | undefined {
  const [, render] = useReducer((times: number) => times + 1, 0);
  const missing = wanted && !code.now;
  const fail = useEffectEvent(() => giveUp?.());
  useEffect(() => {
    if (missing) void code.want().then((found) => (found === undefined ? fail() : render()));
  }, [code, missing]);
  return code.now;
}
