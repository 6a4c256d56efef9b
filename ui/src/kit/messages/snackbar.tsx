import { useRef, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { Icon } from '#kit/buttons/icon.tsx';
import { cx } from '#kit/cx.ts';
import { useKitTexts } from '#kit/kit-texts.tsx';
import { useShortcut } from '#kit/shortcuts.ts';
import { getBodyLayer, pauseProps } from './toast.tsx';
import type { Toasts } from './toasts.ts';

/**
 * Undo messages at the bottom left, above the pager of a list and the buttons of a form or card. F6 focuses their button from anywhere, as they disappear
 * before Tab gets there.
 */
export function Snackbar({ snackbar }: { snackbar: Toasts }) {
  const texts = useKitTexts();
  const items = useSyncExternalStore(snackbar.subscribe, snackbar.list);
  const region = useRef<HTMLDivElement>(null);
  useShortcut('F6', 'message', () => region.current?.querySelector('button')?.focus(), {
    active: items.some(({ isLeaving }) => !isLeaving),
  });
  return createPortal(
    <div
      ref={region}
      role="status"
      className="pointer-events-none fixed inset-x-4 bottom-17 z-(--z-toast) flex flex-col items-start gap-2"
    >
      {items.map((snack) => (
        <div
          key={snack.id}
          {...pauseProps(snackbar, snack.id)}
          className={cx(
            'pointer-events-auto flex min-h-10 max-w-full items-center gap-2 rounded-md bg-plate py-1 pr-1.5 pl-3.5 text-on-plate shadow-3',
            snack.isLeaving ? 'drop-out' : 'animate-fade-in',
          )}
        >
          <span className="min-w-0 wrap-anywhere">{snack.message}</span>
          <button
            type="button"
            onClick={() => {
              snack.action?.onSelect();
              snackbar.dismiss(snack.id);
            }}
            className="h-7 flex-none rounded-sm pointer-coarse:h-10 px-2.5 font-medium hover:bg-plate-2 focus-visible:outline-on-plate"
          >
            {snack.action?.label}
          </button>
          <button
            type="button"
            aria-label={texts.close}
            onClick={() => snackbar.dismiss(snack.id)}
            className="grid size-7 flex-none pointer-coarse:size-10 place-items-center rounded-sm text-on-plate-2 hover:bg-plate-2 focus-visible:outline-on-plate"
          >
            <Icon name="close" size={14} />
          </button>
        </div>
      ))}
    </div>,
    getBodyLayer('kit-snackbar'),
  );
}
