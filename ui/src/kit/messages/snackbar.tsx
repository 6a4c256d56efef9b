import { useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { Icon } from '#kit/buttons/icon.tsx';
import { cx } from '#kit/cx.ts';
import { useKitTexts } from '#kit/kit-texts.tsx';
import { getBodyLayer } from './toast.tsx';
import type { Toasts } from './toasts.ts';

const UNDO_DURATION_MS = 5000;

/** Creates a separate store, so that messages never push out an undo. */
export { createToasts as createSnacks } from './toasts.ts';

export function pushUndo(snacks: Toasts, message: string, action: { label: string; onSelect: () => void }): number {
  for (const snack of snacks.list()) snacks.dismiss(snack.id);
  return snacks.push({ type: 'info', message, action, duration: UNDO_DURATION_MS });
}

/** Undo messages at the bottom left. */
export function Snackbar({ snacks }: { snacks: Toasts }) {
  const texts = useKitTexts();
  const items = useSyncExternalStore(snacks.subscribe, snacks.list);
  return createPortal(
    <div role="status" className="pointer-events-none fixed bottom-4 left-4 z-(--z-toast) flex flex-col gap-2">
      {items.map((snack) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: hovering only pauses the timer; the buttons inside are the controls
        <div
          key={snack.id}
          onPointerEnter={() => snacks.pause(snack.id)}
          onPointerLeave={() => snacks.resume(snack.id)}
          onFocus={() => snacks.pause(snack.id)}
          onBlur={() => snacks.resume(snack.id)}
          className={cx(
            'pointer-events-auto flex min-h-10 w-fit items-center gap-2 rounded-md bg-plate py-1 pr-1.5 pl-3.5 text-on-plate shadow-3',
            snack.isLeaving ? 'drop-out' : 'animate-fade-in',
          )}
        >
          <span>{snack.message}</span>
          <button
            type="button"
            onClick={() => {
              snack.action?.onSelect();
              snacks.dismiss(snack.id);
            }}
            className="h-7 rounded-sm px-2.5 font-medium hover:bg-plate-2 focus-visible:outline-on-plate"
          >
            {snack.action?.label}
          </button>
          <button
            type="button"
            aria-label={texts.close}
            onClick={() => snacks.dismiss(snack.id)}
            className="grid size-7 place-items-center rounded-sm text-on-plate-2 hover:bg-plate-2 focus-visible:outline-on-plate"
          >
            <Icon name="close" size={14} />
          </button>
        </div>
      ))}
    </div>,
    getBodyLayer('kit-snacks'),
  );
}
