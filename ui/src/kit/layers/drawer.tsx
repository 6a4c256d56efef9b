import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { IconButton } from '#kit/buttons/button.tsx';
import { cx } from '#kit/cx.ts';
import { useKitTexts } from '#kit/kit-texts.tsx';
import { useEscape } from './escape.ts';

interface DrawerProps {
  open: boolean;
  onClose: () => void;
  'aria-label': string;
  width?: number | undefined;
  /** Lies over another drawer, and takes the focus from it. */
  over?: boolean | undefined;
  /** at the left of the 44 px head */
  title: ReactNode;
  /** before the cross: position in the list, arrows */
  headActions?: ReactNode;
  /** the action bar */
  footer?: ReactNode;
  children: ReactNode;
}

/** Put it last in a `relative flex` row: beside the table where there is room, over it below 1280. */
export function Drawer({
  open,
  onClose,
  width,
  over = false,
  title,
  headActions,
  footer,
  children,
  ...aria
}: DrawerProps) {
  const texts = useKitTexts();
  const aside = useRef<HTMLElement>(null);
  useEscape(open, onClose);
  useLayoutEffect(() => (open ? keepFocus(aside.current, over) : undefined), [open, over]);
  if (!open) return null;
  return (
    <aside
      {...aria}
      ref={aside}
      tabIndex={-1}
      style={{ '--drawer': width ? `${width}px` : 'var(--drawer-w)' } as React.CSSProperties}
      className={cx(
        'animate-slide-in absolute inset-y-0 right-0 z-(--z-drawer) flex w-full flex-none flex-col bg-panel shadow-3 outline-none',
        'border-line-strong lg:w-(--drawer) lg:border-l xl:shadow-none',
        !over && 'xl:static',
      )}
    >
      <header className="flex h-11 flex-none items-center gap-0.5 border-b border-line pr-2 pl-4 text-xs text-ink-3">
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
    </aside>
  );
}

/** Whoever comes from nowhere goes on in the drawer; whoever was in it when it closes goes back to where they came from. */
function keepFocus(drawer: HTMLElement | null, over: boolean): () => void {
  const before = document.activeElement;
  if (over || before === document.body) drawer?.focus();
  return () => {
    if (drawer?.contains(document.activeElement) && before instanceof HTMLElement) before.focus();
  };
}

/** A ruled part of the drawer's body. */
export function DrawerSection({ children, tight }: { children: ReactNode; tight?: boolean | undefined }) {
  return (
    <section className={cx('border-b border-line px-4 last:border-0', tight ? 'py-2' : 'py-3')}>{children}</section>
  );
}
