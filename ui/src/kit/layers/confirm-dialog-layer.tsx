import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { Button } from '#kit/buttons/button.tsx';
import { Kbd } from '#kit/buttons/kbd.tsx';
import { countCharacters, TextareaField } from '#kit/fields/textarea-field.tsx';
import { formatShortcut } from '#kit/keys.ts';
import { useKitTexts } from '#kit/kit-texts.tsx';
import { moveFocusByArrows } from '#kit/lists/move-focus-by-arrows.ts';
import { CancelButton } from './cancel-button.tsx';
import type { ConfirmDialogProps } from './confirm-dialog.tsx';
import { Dialog } from './dialog.tsx';

/** The content of `ConfirmDialog`, loaded when one opens for the first time. */
export function ConfirmDialogLayer(props: ConfirmDialogProps) {
  const { open, onClose, title, description, confirmLabel, cancelLabel, onConfirm, destructive, busy } = props;
  const { disabledReason, icon, reason, error, isChanged = false, children } = props;
  const texts = useKitTexts();
  const cancelButton = useRef<HTMLButtonElement>(null);
  const reasonField = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState('');
  const [wasSubmitted, setWasSubmitted] = useState(false);
  const maxLength = reason?.maxLength ?? 500;
  const isReasonMissing = reason?.required && text.trim() === '';
  const isReasonTooLong = countCharacters(text.trim()) > maxLength;
  const reasonError = isReasonMissing ? (reason?.missingError ?? texts.required) : isReasonTooLong && texts.tooLong;

  useEffect(() => {
    if (open) return;
    setText('');
    setWasSubmitted(false);
  }, [open]);

  function confirm() {
    setWasSubmitted(true);
    if (reasonError) {
      reasonField.current?.focus();
      return;
    }
    onConfirm(text.trim());
  }

  function confirmByKey(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    if (!busy && !disabledReason) confirm();
  }

  /** From an empty field the arrow down leads to the reasons given before. */
  function moveToRecent(event: KeyboardEvent<HTMLElement>) {
    const isInEmptyField = event.target === reasonField.current && text === '';
    if (isInEmptyField || (event.target instanceof Element && event.target.closest('[data-item]')))
      moveFocusByArrows(event);
  }

  function reuse(reasonText: string) {
    setText(reasonText);
    reasonField.current?.focus();
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      isChanged={isChanged || text.trim() !== ''}
      title={title}
      description={description}
      icon={icon}
      iconTone={destructive ? 'bad' : 'warn'}
      role="alertdialog"
      initialFocus={reason ? reasonField : cancelButton}
      onKeyDown={reason && confirmByKey}
      footer={
        <>
          <CancelButton ref={cancelButton}>{cancelLabel}</CancelButton>
          <Button
            variant={destructive ? 'danger' : 'primary'}
            busy={busy}
            disabledReason={disabledReason}
            onClick={confirm}
          >
            {confirmLabel}
            {reason && (
              <span aria-hidden className="contents">
                <Kbd tone="accent">{formatShortcut('↵')}</Kbd>
              </span>
            )}
          </Button>
        </>
      }
    >
      {(children || reason || error) && (
        // biome-ignore lint/a11y/noStaticElementInteractions: the field and the buttons inside are the controls
        <div className="flex flex-col gap-2" onKeyDown={moveToRecent}>
          {children}
          {reason && (
            <TextareaField
              label={reason.label}
              required={reason.required}
              help={reason.help}
              error={(wasSubmitted && reasonError) || error}
              maxLength={maxLength}
              value={text}
              onChange={setText}
              inputRef={reasonField}
            />
          )}
          {open && reason?.readRecent && <RecentReasons reasons={reason.readRecent()} onChoose={reuse} />}
          {!reason && error && (
            <p role="alert" className="text-bad-ink">
              {error}
            </p>
          )}
        </div>
      )}
    </Dialog>
  );
}

interface RecentReasonsProps {
  reasons: readonly string[];
  onChoose: (reason: string) => void;
}

/** Buttons that fill in a reason given before. */
function RecentReasons({ reasons, onChoose }: RecentReasonsProps) {
  const texts = useKitTexts();
  const headingId = useId();
  if (reasons.length === 0) return null;
  return (
    <div>
      <p id={headingId} className="mb-1 text-xs text-ink-3">
        {texts.recentReasons}
      </p>
      <ul aria-labelledby={headingId} className="flex flex-col gap-1">
        {reasons.map((reason) => (
          <li key={reason} className="min-w-0">
            <button
              type="button"
              data-item
              title={reason}
              onClick={() => onChoose(reason)}
              className="block w-full truncate rounded-sm border border-line px-2 py-1 text-start text-ink-2 hover:bg-hover hover:text-ink pointer-coarse:min-h-10"
            >
              {reason}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
