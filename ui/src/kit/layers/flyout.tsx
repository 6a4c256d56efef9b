import { type KeyboardEvent, type MouseEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { useEscape } from './escape.ts';

const OPEN_DELAY_MS = 300;
const CLOSE_DELAY_MS = 250;
const GAP_PX = 4;
const VIEWPORT_MARGIN_PX = 8;

interface TriggerProps {
  'aria-expanded': boolean;
  'aria-controls': string | undefined;
  onClick: (event: MouseEvent) => void;
}

interface FlyoutProps {
  'aria-label': string;
  /** renders the entry of the collapsed sidebar; spread the attributes on its button */
  trigger: (attributes: TriggerProps) => ReactNode;
  children: ReactNode | ((close: () => void) => ReactNode);
}

/** A panel that opens beside its entry on hover, after a delay so that moving across the sidebar opens nothing. */
export function Flyout({ trigger, children, ...aria }: FlyoutProps) {
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const openedByKey = useRef(false);
  const [open, setOpen] = useState(false);
  useEscape(open, close);

  useLayoutEffect(() => {
    const entry = root.current?.getBoundingClientRect();
    if (!open || !panel.current || !entry) return;
    const maxTop = window.innerHeight - panel.current.offsetHeight - VIEWPORT_MARGIN_PX;
    panel.current.style.left = `${entry.right + GAP_PX}px`;
    panel.current.style.top = `${Math.max(VIEWPORT_MARGIN_PX, Math.min(entry.top, maxTop))}px`;
    if (openedByKey.current) findControl(panel.current)?.focus();
  }, [open]);
  useLayoutEffect(() => () => clearTimeout(timer.current), []);

  function scheduleOpen(delayMs: number, shouldOpen: boolean) {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      // a pointer that only crosses the panel must not close it while it has the focus
      if (shouldOpen || !panel.current?.contains(document.activeElement)) setOpen(shouldOpen);
    }, delayMs);
  }

  function close() {
    clearTimeout(timer.current);
    if (panel.current?.contains(document.activeElement)) findControl(root.current)?.focus();
    setOpen(false);
  }

  /** Opens without delay: a click is intentional, and a finger cannot hover. */
  function onClick({ detail }: MouseEvent) {
    clearTimeout(timer.current);
    openedByKey.current = detail === 0;
    if (open && detail === 0) findControl(panel.current)?.focus();
    setOpen(true);
  }

  function onKeyDown(event: KeyboardEvent) {
    const isInsidePanel = panel.current?.contains(document.activeElement);
    if (!isInsidePanel && (event.key === 'ArrowRight' || event.key === 'Enter')) {
      event.preventDefault();
      openedByKey.current = true;
      if (open) findControl(panel.current)?.focus();
      else setOpen(true);
    } else if (isInsidePanel && event.key === 'ArrowLeft') {
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
        openedByKey.current = false;
        scheduleOpen(OPEN_DELAY_MS, true);
      }}
      onPointerLeave={(event) => event.pointerType === 'mouse' && scheduleOpen(CLOSE_DELAY_MS, false)}
      onKeyDown={onKeyDown}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) scheduleOpen(CLOSE_DELAY_MS, false);
      }}
      onFocus={() => clearTimeout(timer.current)}
    >
      {trigger({ 'aria-expanded': open, 'aria-controls': open ? id : undefined, onClick })}
      {open && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset has default styles of its own
        // biome-ignore lint/a11y/useKeyWithClickEvents: following a link by key is a click, too
        <div
          {...aria}
          ref={panel}
          id={id}
          role="group"
          // closes once a link is followed
          onClick={(event) => (event.target as Element).closest('a') && close()}
          className="layer animate-fade-in fixed z-(--z-pop) max-h-77.5 min-w-44 overflow-y-auto p-1"
        >
          {typeof children === 'function' ? children(close) : children}
        </div>
      )}
    </div>
  );
}

function findControl(element: HTMLElement | null) {
  return element?.querySelector<HTMLElement>('a[href], button');
}
