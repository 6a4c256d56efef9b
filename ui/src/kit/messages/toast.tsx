import { useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { IconButton } from '#kit/buttons/button.tsx';
import { Icon, type IconName } from '#kit/buttons/icon.tsx';
import { LinkButton } from '#kit/buttons/link-button.tsx';
import { cx } from '#kit/cx.ts';
import { useKitTexts } from '#kit/kit-texts.tsx';
import type { Toast, Toasts, ToastType } from './toasts.ts';

export { createToasts, type ToastInput, type Toasts } from './toasts.ts';

const looks: Record<ToastType, { icon: IconName; tone: string }> = {
  success: { icon: 'check', tone: 'text-ok-ink' },
  error: { icon: 'error', tone: 'text-bad-ink' },
  warning: { icon: 'warning', tone: 'text-warn-ink' },
  info: { icon: 'info', tone: 'text-info-ink' },
};

/** Once in the app; top centre, newest first. */
export function Toaster({ toasts }: { toasts: Toasts }) {
  const items = useSyncExternalStore(toasts.subscribe, toasts.list);
  return createPortal(
    <div className="pointer-events-none fixed inset-x-4 top-3 z-(--z-toast) flex flex-col items-center gap-2">
      {/* Regions that are there from the start: one that comes with its text is often not read out. */}
      <div role="status" className="contents">
        {items.filter((item) => item.type !== 'error').map((item) => one(item, items, toasts))}
      </div>
      <div role="alert" className="contents">
        {items.filter((item) => item.type === 'error').map((item) => one(item, items, toasts))}
      </div>
    </div>,
    outerLayer('kit-toasts'),
  );
}

function one(item: Toast, items: readonly Toast[], toasts: Toasts) {
  return <ToastLine key={item.id} toast={item} order={items.indexOf(item)} toasts={toasts} />;
}

function ToastLine({ toast, order, toasts }: { toast: Toast; order: number; toasts: Toasts }) {
  const texts = useKitTexts();
  const { icon, tone } = looks[toast.type];
  const { action } = toast;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering only stops the clock; the buttons inside act
    <div
      style={{ order }}
      onPointerEnter={() => toasts.hold(toast.id)}
      onPointerLeave={() => toasts.release(toast.id)}
      onFocus={() => toasts.hold(toast.id)}
      onBlur={() => toasts.release(toast.id)}
      className={cx(
        'layer pointer-events-auto flex min-h-10 max-w-full items-center gap-2 py-1.5 pr-1.5 pl-3',
        toast.leaving ? 'drop-out' : 'animate-drop-in',
      )}
    >
      <Icon name={icon} className={tone} />
      <span className="min-w-0">{toast.message}</span>
      {action && (
        <LinkButton
          className="h-7 px-2"
          onClick={() => {
            action.onSelect();
            toasts.dismiss(toast.id);
          }}
        >
          {action.label}
        </LinkButton>
      )}
      <IconButton icon="close" aria-label={texts.close} onClick={() => toasts.dismiss(toast.id)} />
    </div>
  );
}

/** A child of body for what must stay in reach over an open dialog, which makes the app's own root inert. */
export function outerLayer(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (found) return found;
  const layer = document.createElement('div');
  layer.id = id;
  document.body.append(layer);
  return layer;
}
