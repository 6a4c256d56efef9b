import { Description, DialogBackdrop, DialogPanel, DialogTitle, Dialog as HeadlessDialog } from '@headlessui/react';
import { type FocusEvent, useEffect, useRef, useState } from 'react';
import { Button, IconButton } from '#kit/buttons/button.tsx';
import { Icon } from '#kit/buttons/icon.tsx';
import { cx } from '#kit/cx.ts';
import { useKitTexts } from '#kit/kit-texts.tsx';
import { useUnsavedInput } from '#kit/unsaved-input.ts';
import { type DialogProps, RequestCloseContext } from './dialog.tsx';
import { rememberFocus } from './remember-focus.ts';

rememberFocus();

const iconTones = { warn: 'text-warn-ink', bad: 'text-bad-ink', info: 'text-info-ink' };

const footerClass =
  'flex flex-none flex-wrap items-center justify-end gap-2 border-t border-line px-5 py-3 empty:hidden max-sm:px-4 max-sm:[&>button]:flex-auto';

export function DialogLayer(props: DialogProps) {
  // while the dialog fades out, it keeps its last content
  const lastOpenProps = useRef(props);
  if (props.open) lastOpenProps.current = props;
  const { open } = props;
  const { onClose, title, description, width = 400, icon, iconTone = 'warn', footer, footnote } = lastOpenProps.current;
  const { initialFocus, flush, fixedTop, role = 'dialog', onKeyDown, children } = lastOpenProps.current;
  const texts = useKitTexts();
  const { asksToDiscard, requestClose, stay, discard, onFocus } = useDiscardQuestion(open, lastOpenProps.current);
  return (
    <HeadlessDialog
      open={open}
      onClose={requestClose}
      role={role}
      data-closing={open ? undefined : ''}
      onKeyDown={onKeyDown}
      {...(initialFocus ? { initialFocus } : {})}
      className="relative z-(--z-dialog) outline-none"
    >
      <DialogBackdrop transition className="fade fixed inset-0 bg-scrim" />
      {/* The panel fills the window, so that a click beside the dialog does not close it. In a low window it leaves the line of toasts free. */}
      <DialogPanel
        transition
        onFocus={onFocus}
        className={cx(
          'rise fixed inset-0 grid grid-cols-1 justify-items-center overflow-y-auto p-4 [@media(height<800px)]:pt-16 max-sm:items-end max-sm:p-0 max-sm:pt-14',
          fixedTop ? 'sm:items-start [@media(height>=800px)]:pt-16' : 'sm:items-center',
        )}
      >
        <div
          style={{ width }}
          className={cx(
            'flex max-h-[calc(100dvh-32px)] max-w-full [@media(height<800px)]:max-h-[calc(100dvh-80px)] flex-col rounded-lg bg-raised shadow-3 max-sm:max-h-[calc(100dvh-56px)]! max-sm:w-full! max-sm:rounded-b-none',
            fixedTop && '[@media(height>=800px)]:max-h-[calc(100dvh-80px)]',
          )}
        >
          <div className="flex flex-none items-start gap-3 px-5 pt-4 pb-3 max-sm:px-4">
            {icon && <Icon name={icon} className={cx('mt-1', iconTones[iconTone])} />}
            <div className="min-w-0 flex-1 wrap-anywhere">
              <DialogTitle className="text-lg font-semibold">{title}</DialogTitle>
              {description && (
                <Description as="div" className="mt-1 text-ink-2">
                  {description}
                </Description>
              )}
            </div>
            {onClose && (
              <IconButton icon="close" aria-label={texts.close} onClick={requestClose} className="-mt-0.5 -mr-2" />
            )}
          </div>
          {children && (
            <div
              className={cx(
                'min-h-0 flex-1 overflow-y-auto',
                flush ? 'border-t border-line' : 'px-5 pt-1 pb-4 max-sm:px-4',
              )}
            >
              {children}
            </div>
          )}
          {asksToDiscard && <DiscardQuestion onStay={stay} onDiscard={discard} />}
          {footer && !asksToDiscard && (
            <div className={footerClass}>
              {footnote && <div className="mr-auto min-w-0 text-ink-2">{footnote}</div>}
              <RequestCloseContext value={requestClose}>{footer}</RequestCloseContext>
            </div>
          )}
        </div>
      </DialogPanel>
    </HeadlessDialog>
  );
}

/** Closes a dialog only after a question if something is typed in it; asked to close once more, the dialog stays. */
function useDiscardQuestion(open: boolean, { isChanged = false, onClose }: DialogProps) {
  const [isAsking, setIsAsking] = useState(false);
  /** What the user wants to do that needs the dialog closed. */
  const [goOn, setGoOn] = useState<() => void>();
  const lastField = useRef<Element>(null);
  const isUnsaved = open && isChanged;
  // while the dialog fades out, it keeps its last content
  const asksToDiscard = isChanged && isAsking;
  // text that is typed later needs a question of its own
  if (isAsking && !asksToDiscard) setIsAsking(false);
  useUnsavedInput(
    isUnsaved,
    (next) => {
      setGoOn(() => next);
      setIsAsking(true);
    },
    true,
  );
  useEffect(() => {
    if (!isUnsaved) return;
    const askBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', askBeforeUnload);
    return () => window.removeEventListener('beforeunload', askBeforeUnload);
  }, [isUnsaved]);

  function stay(): void {
    setIsAsking(false);
    setGoOn(undefined);
    if (lastField.current instanceof HTMLElement) lastField.current.focus();
  }
  function requestClose(): void {
    if (asksToDiscard) stay();
    else if (isChanged) {
      setGoOn(undefined);
      setIsAsking(true);
    } else onClose?.();
  }
  function discard(): void {
    onClose?.();
    goOn?.();
  }
  // Headless UI takes the focus away before it reports Escape
  function onFocus({ target }: FocusEvent<Element>): void {
    if (!target.closest('button')) lastField.current = target;
  }
  return { asksToDiscard, requestClose, stay, discard, onFocus };
}

interface DiscardQuestionProps {
  onStay: () => void;
  onDiscard: () => void;
}

/** Asks in place of the buttons of a dialog whether what is typed in it may be lost. */
function DiscardQuestion({ onStay, onDiscard }: DiscardQuestionProps) {
  const texts = useKitTexts();
  const stayButton = useRef<HTMLButtonElement>(null);
  useEffect(() => stayButton.current?.focus(), []);
  return (
    <div className={footerClass}>
      <span role="alert" className="mr-auto min-w-0 font-medium">
        {texts.discardQuestion}
      </span>
      <Button ref={stayButton} onClick={onStay}>
        {texts.keepEditing}
      </Button>
      <Button variant="danger" onClick={onDiscard}>
        {texts.discard}
      </Button>
    </div>
  );
}
