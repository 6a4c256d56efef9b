import { useEffect, useEffectEvent } from 'react';
import { countModalDialogs, useKeysForHelp } from '#kit/shortcuts.ts';

const layers: (() => void)[] = [];

function onKeyDown(event: KeyboardEvent) {
  if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return;
  const top = layers.at(-1);
  // a modal dialog handles Escape itself
  if (!top || countModalDialogs() > 0) return;
  event.preventDefault();
  top();
}

/** Closes a layer on Escape while it is the topmost one, that is, the last one opened. */
export function useEscape(active: boolean, close: () => void) {
  const closeNow = useEffectEvent(close);
  useKeysForHelp('escape', active);
  useEffect(() => {
    if (!active) return;
    const layer = () => closeNow();
    if (layers.length === 0) window.addEventListener('keydown', onKeyDown);
    layers.push(layer);
    return () => {
      layers.splice(layers.indexOf(layer), 1);
      if (layers.length === 0) window.removeEventListener('keydown', onKeyDown);
    };
  }, [active]);
}
