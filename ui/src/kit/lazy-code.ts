import { type ComponentType, lazy, useEffect, useEffectEvent, useReducer } from 'react';

const listeners = new Set<() => void>();

/** Calls the listener when code that somebody waits for fails to load. */
export function onChunkError(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Calls the listeners of `onChunkError`. */
export function reportChunkError(): void {
  for (const listener of listeners) listener();
}

export interface LazyCode<T> {
  /** undefined until it is loaded */
  readonly loaded: T | undefined;
  /** Resolves to undefined if loading fails; the next call tries again. */
  load: () => Promise<T | undefined>;
  /** Loads code that somebody waits for, and calls the listeners of `onChunkError` if that fails. */
  loadOrReport: () => Promise<T | undefined>;
}

/** Wraps a dynamic import that is loaded once, when first needed or prefetched. */
export function createLazyCode<T>(importCode: () => Promise<T>): LazyCode<T> {
  let loaded: T | undefined;
  let loading: Promise<T | undefined> | undefined;

  async function load(): Promise<T | undefined> {
    try {
      loaded = await importCode();
    } catch {
      loading = undefined;
    }
    return loaded;
  }

  const code = {
    get loaded() {
      return loaded;
    },
    load() {
      loading ??= load();
      return loading;
    },
    async loadOrReport() {
      const result = await code.load();
      if (result === undefined) reportChunkError();
      return result;
    },
  };
  return code;
}

/** Returns the code if it is loaded. Loads it when needed, and calls `onFail` if that fails. */
export function useLazyCode<T>(code: LazyCode<T>, isNeeded: boolean, onFail?: () => void): T | undefined {
  const [, rerender] = useReducer((count: number) => count + 1, 0);
  const isMissing = isNeeded && !code.loaded;
  const fail = useEffectEvent(() => onFail?.());
  useEffect(() => {
    if (isMissing) void code.loadOrReport().then((result) => (result === undefined ? fail() : rerender()));
  }, [code, isMissing]);
  return code.loaded;
}

/** Wraps a component that nobody waits for: nothing is shown if its code fails to load, and the failure is not reported. */
export const lazyExtra = <Props extends object>(importComponent: () => Promise<ComponentType<Props>>) =>
  lazy<ComponentType<Props>>(() =>
    importComponent().then(
      (Component) => ({ default: Component }),
      () => ({ default: () => null }),
    ),
  );
