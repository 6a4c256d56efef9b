import type { ReactNode } from 'react';
import { pointerText } from '#crud/value-text.ts';
import { shortTime } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/buttons/button.tsx';
import { Icon } from '#kit/buttons/icon.tsx';
import { Dot } from '#kit/display/status-mark.tsx';
import { formatShortcut } from '#kit/keys.ts';
import { focusPointer } from './form-fields.tsx';
import type { EditForm } from './form-shell.tsx';

interface Props {
  form: EditForm;
  /** A further button, before the others. */
  more?: ReactNode;
  /** Instead of the time at which a draft was saved last. */
  note?: ReactNode;
  /** Shown while nothing is unsaved. */
  savedNote?: ReactNode;
}

/** The form's action bar: what is unsaved, what is wrong, discarding and saving. */
export function FormActions({ form, more, note, savedNote }: Props) {
  const { t } = useTexts();
  const { state, changes, errors, savesAsProposal, disabledReason, isLoaded, draftSavedAt } = form;
  const isSaving = state.matches('saving');
  if (!isLoaded) return null;
  if (!state.matches('editing') && !isSaving && !state.matches('validating')) return null;
  const isUnsaved = changes.length > 0;
  return (
    <div className="flex min-w-0 flex-1 items-center gap-2">
      <div className="mr-auto flex min-w-0 items-center gap-2 text-xs" aria-live="polite">
        {isUnsaved && (form.place === 'page' || errors.length === 0) && (
          <span className="flex flex-none items-center gap-1.5">
            <Dot tone="warn" />
            {t('form.unsaved', { count: changes.length })}
          </span>
        )}
        {errors.length > 0 && <Errors form={form} />}
        {!isUnsaved && errors.length === 0 && savedNote}
      </div>
      {isUnsaved && (note ?? (draftSavedAt && <DraftNote time={draftSavedAt} />))}
      {more}
      {isUnsaved && !isSaving && <Button onClick={form.discard}>{t('form.discard')}</Button>}
      <Button
        variant="primary"
        busy={isSaving}
        disabledReason={disabledReason}
        shortcut={formatShortcut('S')}
        onClick={() => form.save()}
      >
        {isSaving ? t('form.saving') : t(savesAsProposal ? 'form.saveProposal' : 'common.save')}
      </Button>
    </div>
  );
}

function DraftNote({ time }: { time: string }) {
  const { t } = useTexts();
  return <span className="min-w-0 truncate text-xs text-ink-3">{t('form.draftKept', { time: shortTime(time) })}</span>;
}

/** How many fields are invalid and which; each leads to its field. */
function Errors({ form: { errors, place } }: Pick<Props, 'form'>) {
  const { t } = useTexts();
  const invalidFields = [...new Map(errors.map(({ pointer }) => [pointerText(pointer), pointer]))];
  const shown = invalidFields.slice(0, place === 'page' ? 4 : 2);
  return (
    <span className="flex min-w-0 items-center gap-1.5 text-bad-ink">
      <Icon name="error" size={14} />
      <span className="min-w-0 truncate">
        {t('form.errors', { count: invalidFields.length, fields: '' })}
        {shown.map(([name, pointer], index) => (
          <span key={pointer}>
            {index > 0 && t('common.separator')}
            <button type="button" className="rounded-xs hover:underline" onClick={() => focusPointer(pointer)}>
              {name}
            </button>
          </span>
        ))}
        {invalidFields.length > shown.length && '…'}
      </span>
    </span>
  );
}
