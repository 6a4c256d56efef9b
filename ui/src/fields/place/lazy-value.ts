import { useEffect, useState } from 'react';

/** What `load` answers for this key, undefined until it has and for good where it fails; null loads nothing. A pause lets typing settle. */
export function useLazyValue<T>(key: string | null, load: () => Promise<T>, pause = 0): T | undefined {
  const [state, setState] = useState<{ key: string; value: T }>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says what is loaded
  useEffect(() => {
    if (key === null) return;
    let late = false;
    const begin = () =>
      void load().then(
        (value) => late || setState({ key, value }),
        () => undefined, // only an offer or a hint: the form works without
      );
    const timer = setTimeout(begin, pause);
    return () => {
      late = true;
      clearTimeout(timer);
    };
  }, [key]);
  return state && state.key === key ? state.value : undefined;
}
