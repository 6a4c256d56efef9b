import { type KeyboardEvent, type PointerEvent, useState } from 'react';

/** Which of `count` points is told: the one pointed at or stepped to, undefined at rest. */
export function usePointAt(count: number, nearest: (x: number) => number) {
  const [at, setAt] = useState<number>();
  const held = at === undefined ? undefined : Math.min(at, count - 1);
  const from = held ?? count - 1;

  function onKeyDown(event: KeyboardEvent): void {
    const steps: Record<string, number> = {
      ArrowRight: from + 1,
      ArrowUp: from + 1,
      ArrowLeft: from - 1,
      ArrowDown: from - 1,
      Home: 0,
      End: count - 1,
    };
    const step = steps[event.key];
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    setAt(Math.max(0, Math.min(step, count - 1)));
  }

  const rest = () => setAt(undefined);
  return {
    at: held,
    handlers: {
      onKeyDown,
      onPointerMove: (event: PointerEvent<HTMLElement>) =>
        setAt(nearest(event.clientX - event.currentTarget.getBoundingClientRect().left)),
      onPointerLeave: rest,
      onBlur: rest,
    },
  };
}
