import { useEffect, useReducer } from 'react';

export interface OnDemand<T> {
  /** Undefined until it is loaded. */
  readonly now: T | undefined;
  /** Undefined where it could not be loaded; who asks next tries again. */
  load: () => Promise<T | undefined>;
}

/** Code that comes when it is needed or about to be, once for all who ask. */
export function onDemand<T>(load: () => Promise<T>): OnDemand<T> {
  let now: T | undefined;
  let loading: Promise<T | undefined> | undefined;

  async function loadNow(): Promise<T | undefined> {
    try {
      now = await load();
    } catch {
      // whoever hears of imports that failed does what is to be done
      loading = undefined;
    }
    return now;
  }

  return {
    get now() {
      return now;
    },
    load() {
      loading ??= loadNow();
      return loading;
    },
  };
}

/** The code if it is there; asks for it when it is wanted. */
export function useOnDemand<T>(code: OnDemand<T>, wanted: boolean): T | undefined {
  const [, render] = useReducer((times: number) => times + 1, 0);
  const missing = wanted && !code.now;
  useEffect(() => {
    if (missing) void code.load().then(render);
  }, [code, missing]);
  return code.now;
}
