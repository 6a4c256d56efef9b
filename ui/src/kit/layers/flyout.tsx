import { type KeyboardEvent, type MouseEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { useEscape } from './escape.ts';

const openAfter = 300;
const closeAfter = 250;
const gap = 4;
const edge = 8;

interface TriggerProps {
  'aria-expanded': boolean;
  'aria-controls': string | undefined;
  onClick: (event: MouseEvent) => void;
}

interface FlyoutProps {
  'aria-label': string;
  /** the entry of the folded rail; spread the attributes on its button or link */
  trigger: (attributes: TriggerProps) => ReactNode;
  children: ReactNode | ((close: () => void) => ReactNode);
}

/** Opens beside its entry on hover, after a pause so that crossing the rail opens nothing. */
export function Flyout({ trigger, children, ...aria }: FlyoutProps) {
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const byKey = useRef(false);
  const [open, setOpen] = useState(false);
  useEscape(open, close);

  useLayoutEffect(() => {
    const entry = root.current?.getBoundingClientRect();
    if (!open || !panel.current || !entry) return;
    const lowest = window.innerHeight - panel.current.offsetHeight - edge;
    panel.current.style.left = `${entry.right + gap}px`;
    panel.current.style.top = `${Math.max(edge, Math.min(entry.top, lowest))}px`;
    if (byKey.current) first(panel.current)?.focus();
  }, [open]);
  useLayoutEffect(() => () => clearTimeout(timer.current), []);

  function after(wait: number, next: boolean) {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setOpen(next), wait);
  }

  function close() {
    clearTimeout(timer.current);
    if (panel.current?.contains(document.activeElement)) first(root.current)?.focus();
    setOpen(false);
  }

  /** At once: a click means it, and a finger cannot hover. */
  function onClick({ detail }: MouseEvent) {
    clearTimeout(timer.current);
    byKey.current = detail === 0;
    setOpen(true);
  }

  function onKeyDown(event: KeyboardEvent) {
    const inside = panel.current?.contains(document.activeElement);
    if (!inside && (event.key === 'ArrowRight' || event.key === 'Enter')) {
      event.preventDefault();
      byKey.current = true;
      if (open) first(panel.current)?.focus();
      else setOpen(true);
    } else if (inside && event.key === 'ArrowLeft') {
      event.preventDefault();
      close();
    }
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the entry and the links inside are the controls
    <div
      ref={root}
      onPointerEnter={(event) => {
        if (event.pointerType !== 'mouse') return;
        byKey.current = false;
        after(openAfter, true);
      }}
      onPointerLeave={(event) => event.pointerType === 'mouse' && after(closeAfter, false)}
      onKeyDown={onKeyDown}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) after(closeAfter, false);
      }}
      onFocus={() => clearTimeout(timer.current)}
    >
      {trigger({ 'aria-expanded': open, 'aria-controls': open ? id : undefined, onClick })}
      {open && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset brings a layout of its own
        // biome-ignore lint/a11y/useKeyWithClickEvents: a key that follows a link is a click, too
        <div
          {...aria}
          ref={panel}
          id={id}
          role="group"
          // a link that was followed has done what it was opened for
          onClick={(event) => (event.target as Element).closest('a') && close()}
          className="layer animate-fade-in fixed z-(--z-pop) max-h-77.5 min-w-44 overflow-y-auto p-1"
        >
          {typeof children === 'function' ? children(close) : children}
        </div>
      )}
    </div>
  );
}

function first(element: HTMLElement | null) {
  return element?.querySelector<HTMLElement>('a[href], button');
}
