import { type PointerEvent, type RefObject, useLayoutEffect, useRef, useSyncExternalStore } from 'react';

const PHONE_QUERY = '(width < 40rem)';

function subscribeToWidth(onChange: () => void): () => void {
  const phoneScreen = matchMedia(PHONE_QUERY);
  phoneScreen.addEventListener('change', onChange);
  return () => phoneScreen.removeEventListener('change', onChange);
}

/** Makes everything inert that is neither the element nor around it, and returns a function that undoes this. */
function isolate(element: HTMLElement): () => void {
  const isolated: Element[] = [];
  for (let inside: Element = element; inside.parentElement && inside.parentElement !== document.body; ) {
    for (const sibling of inside.parentElement.children)
      if (sibling !== inside && !sibling.hasAttribute('inert')) isolated.push(sibling);
    inside = inside.parentElement;
  }
  for (const sibling of isolated) sibling.toggleAttribute('inert', true);
  return () => {
    for (const sibling of isolated) sibling.removeAttribute('inert');
  };
}

/** The sheet closes when it is dragged down by more than this. */
const CLOSING_DISTANCE_PX = 96;

/**
 * On phones, turns a drawer into a sheet: the page behind it is inert, and dragging its handle down closes it. Returns the properties of
 * the handle.
 */
export function useSheet(drawer: RefObject<HTMLElement | null>, open: boolean, onClose: () => void) {
  const isPhone = useSyncExternalStore(subscribeToWidth, () => matchMedia(PHONE_QUERY).matches);
  const startY = useRef<number>(undefined);

  useLayoutEffect(() => {
    if (!open || !isPhone || !drawer.current) return;
    if (!drawer.current.contains(document.activeElement)) drawer.current.focus();
    return isolate(drawer.current);
  }, [open, isPhone, drawer]);

  const distance = ({ clientY }: PointerEvent) => Math.max(0, clientY - (startY.current ?? clientY));
  const moveTo = (offset: number) => drawer.current?.style.setProperty('translate', offset ? `0 ${offset}px` : '');

  function onPointerDown(event: PointerEvent<HTMLElement>) {
    // the buttons of the header keep their clicks
    if (!isPhone || (event.target instanceof Element && event.target.closest('button, a'))) return;
    startY.current = event.clientY;
    event.currentTarget.setPointerCapture(event.pointerId);
  }
  function onPointerMove(event: PointerEvent<HTMLElement>) {
    if (startY.current !== undefined) moveTo(distance(event));
  }
  function onPointerUp(event: PointerEvent<HTMLElement>) {
    const isClosing = distance(event) > CLOSING_DISTANCE_PX;
    onPointerCancel();
    if (isClosing) onClose();
  }
  function onPointerCancel() {
    startY.current = undefined;
    moveTo(0);
  }
  return { isPhone, handleProps: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel } };
}
