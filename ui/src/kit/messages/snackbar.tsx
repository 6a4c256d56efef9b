import { useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { Icon } from '#kit/buttons/icon.tsx';
import { cx } from '#kit/cx.ts';
import { useKitTexts } from '#kit/kit-texts.tsx';
import { outerLayer } from './toast.tsx';
import type { Toasts } from './toasts.ts';

const undoTime = 5000;

/** A store of its own, so that an undo is never pushed out by a message. */
export { createToasts as createSnacks } from './toasts.ts';

export function pushUndo(snacks: Toasts, message: string, action: { label: string; onSelect: () => void }): number {
  for (const snack of snacks.list()) snacks.dismiss(snack.id);
  return snacks.push({ type: 'info', message, action, duration: undoTime });
}

/** Bottom left, for undo only. */
export function Snackbar({ snacks }: { snacks: Toasts }) {
  const texts = useKitTexts();
  const items = useSyncExternalStore(snacks.subscribe, snacks.list);
  return createPortal(
    <div role="status" className="pointer-events-none fixed bottom-4 left-4 z-(--z-toast) flex flex-col gap-2">
      {items.map((snack) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: hovering only stops the clock; the buttons inside act
        <div
          key={snack.id}
          onPointerEnter={() => snacks.hold(snack.id)}
          onPointerLeave={() => snacks.release(snack.id)}
          onFocus={() => snacks.hold(snack.id)}
          onBlur={() => snacks.release(snack.id)}
          className={cx(
            'pointer-events-auto flex min-h-10 w-fit items-center gap-2 rounded-md bg-plate py-1 pr-1.5 pl-3.5 text-on-plate shadow-3',
            snack.leaving ? 'drop-out' : 'animate-fade-in',
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
    outerLayer('kit-snacks'),
  );
}
