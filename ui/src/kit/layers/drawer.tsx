import {
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useLayoutEffect,
  useRef,
  useSyncExternalStore,
} from 'react';
import { IconButton } from '#kit/buttons/button.tsx';
import { cx } from '#kit/cx.ts';
import { useKitTexts } from '#kit/kit-texts.tsx';
import { useEscape } from './escape.ts';

interface DrawerProps {
  open: boolean;
  onClose: () => void;
  'aria-label': string;
  width?: number | undefined;
  /** Opens over another drawer, and takes the focus from it. */
  stacked?: boolean | undefined;
  /** shown at the left of the header */
  title: ReactNode;
  /** shown before the close button: position in the list, arrows */
  headActions?: ReactNode;
  /** the action bar */
  footer?: ReactNode;
  children: ReactNode;
}

/**
 * A panel that belongs last in a `relative flex` row: it is placed beside the table from 1280 px on, over it below, and on phones over the
 * page as a sheet from below. */
export function Drawer({
  open,
  onClose,
  width,
  stacked = false,
  title,
  headActions,
  footer,
  children,
  ...aria
}: DrawerProps) {
  const texts = useKitTexts();
  const drawer = useRef<HTMLDivElement>(null);
  useEscape(open, onClose);
  const { isPhone, roleProps, handleProps } = useSheet(drawer, open, onClose);
  useLayoutEffect(() => (open ? moveFocus(drawer.current, stacked) : undefined), [open, stacked]);
  if (!open) return null;
  return (
    <>
      {isPhone && (
        <div aria-hidden onClick={onClose} className="animate-fade-in fixed inset-0 z-(--z-drawer) bg-scrim" />
      )}
      <div
        {...aria}
        ref={drawer}
        {...roleProps}
        tabIndex={-1}
        style={{ '--drawer': width ? `${width}px` : 'var(--drawer-w)' } as React.CSSProperties}
        className={cx(
          'animate-slide-in absolute inset-y-0 right-0 z-(--z-drawer) flex w-full flex-none flex-col bg-panel shadow-3 outline-none',
          'border-line-strong lg:w-(--drawer) lg:border-l xl:shadow-none',
          'max-sm:animate-rise-in max-sm:fixed max-sm:top-14 max-sm:overflow-hidden max-sm:rounded-t-lg',
          !stacked && 'xl:static',
        )}
      >
        <header
          {...handleProps}
          className="relative flex h-11 flex-none items-center gap-0.5 border-b border-line pr-2 pl-4 text-xs text-ink-3 max-sm:h-auto max-sm:min-h-14 max-sm:touch-none max-sm:pt-3 max-sm:pb-1"
        >
          <span className="absolute top-2 left-1/2 h-1 w-8 -translate-x-1/2 rounded-full bg-line-strong sm:hidden" />
          <div className="mr-auto min-w-0 truncate">{title}</div>
          {headActions}
          <IconButton icon="close" aria-label={texts.close} onClick={onClose} />
        </header>
        <div className="min-h-0 flex-1 overflow-y-auto">{children}</div>
        {footer && (
          <footer className="flex min-h-14 flex-none items-center gap-2 border-t border-line-strong px-4 py-2 *:flex-1">
            {footer}
          </footer>
        )}
      </div>
    </>
  );
}

/** Moves the focus into the drawer if nothing else has it, and back to where it was when the drawer closes. */
function moveFocus(drawer: HTMLElement | null, stacked: boolean): () => void {
  const previousFocus = document.activeElement;
  if (stacked || previousFocus === document.body) drawer?.focus();
  return () => {
    if (drawer?.contains(document.activeElement) && previousFocus instanceof HTMLElement) previousFocus.focus();
  };
}

/** A section of the drawer's body, with a line below. */
export function DrawerSection({ children, dense }: { children: ReactNode; dense?: boolean | undefined }) {
  return (
    <section className={cx('border-b border-line px-4 last:border-0', dense ? 'py-2' : 'py-3')}>{children}</section>
  );
}

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
 * On phones, turns a drawer into a sheet: the page behind it is inert, and dragging its handle down closes it. Returns the drawer's role and
 * the handle's properties.
 */
function useSheet(drawer: RefObject<HTMLElement | null>, open: boolean, onClose: () => void) {
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
  const roleProps = isPhone ? { role: 'dialog' } : { role: 'complementary' };
  return { isPhone, roleProps, handleProps: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel } };
}
