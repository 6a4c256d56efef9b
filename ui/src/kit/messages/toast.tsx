import { type SyntheticEvent, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { IconButton } from '#kit/buttons/button.tsx';
import { Icon, type IconName } from '#kit/buttons/icon.tsx';
import { LinkButton } from '#kit/buttons/link-button.tsx';
import { cx } from '#kit/cx.ts';
import { useKitTexts } from '#kit/kit-texts.tsx';
import type { Toast, Toasts, ToastType } from './toasts.ts';

export { createToasts, type ToastInput, type Toasts } from './toasts.ts';

const TYPE_STYLES: Record<ToastType, { icon: IconName; tone: string }> = {
  success: { icon: 'check', tone: 'text-ok-ink' },
  error: { icon: 'error', tone: 'text-bad-ink' },
  warning: { icon: 'warning', tone: 'text-warn-ink' },
  info: { icon: 'info', tone: 'text-info-ink' },
};

/** All toasts at the top centre, newest first. Rendered once in the app. */
export function Toaster({ toasts }: { toasts: Toasts }) {
  const items = useSyncExternalStore(toasts.subscribe, toasts.list);
  return createPortal(
    <div className="pointer-events-none fixed inset-x-4 top-[calc(var(--bands-height,0px)+var(--spacing)*3)] z-(--z-toast) flex flex-col items-center gap-2">
      {/* The live regions are always rendered: one that is added together with its text is often not read out. */}
      <div role="status" className="contents">
        {items.filter((item) => item.type !== 'error').map((item) => renderToast(item, items, toasts))}
      </div>
      <div role="alert" className="contents">
        {items.filter((item) => item.type === 'error').map((item) => renderToast(item, items, toasts))}
      </div>
    </div>,
    getBodyLayer('kit-toasts'),
  );
}

function renderToast(item: Toast, items: readonly Toast[], toasts: Toasts) {
  return <ToastLine key={item.id} toast={item} order={items.indexOf(item)} toasts={toasts} />;
}

function ToastLine({ toast, order, toasts }: { toast: Toast; order: number; toasts: Toasts }) {
  const texts = useKitTexts();
  const { icon, tone } = TYPE_STYLES[toast.type];
  const { action } = toast;
  return (
    <div
      style={{ order }}
      {...pauseProps(toasts, toast.id)}
      className={cx(
        'layer pointer-events-auto flex min-h-10 max-w-[min(100%,36rem)] items-center gap-2 py-1.5 pr-1.5 pl-3',
        toast.isLeaving ? 'drop-out' : 'animate-drop-in',
      )}
    >
      <Icon name={icon} className={tone} />
      <span className="min-w-0 wrap-anywhere">{toast.message}</span>
      {action && (
        <LinkButton
          className="h-7 px-2 pointer-coarse:m-0 pointer-coarse:h-10 pointer-coarse:py-0"
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

/** Returns the handlers that stop the timer of a message while it is hovered or has the focus. */
export function pauseProps(toasts: Toasts, id: number) {
  const pause = () => toasts.pause(id);
  // one of the two may end while the other one goes on
  const resumeUnless = (state: ':hover' | ':focus-within') => (event: SyntheticEvent) => {
    if (!event.currentTarget.matches(state)) toasts.resume(id);
  };
  return {
    onPointerEnter: pause,
    onPointerLeave: resumeUnless(':focus-within'),
    onFocus: pause,
    onBlur: resumeUnless(':hover'),
  };
}

/** Returns a child of body for messages that must stay usable above an open dialog, which makes the app's root inert. */
export function getBodyLayer(id: string): HTMLElement {
  const existing = document.getElementById(id);
  if (existing) return existing;
  const layer = document.createElement('div');
  layer.id = id;
  document.body.append(layer);
  return layer;
}
