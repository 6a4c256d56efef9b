import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { notify, snackbar } from '#crud/notify.ts';
import { readPointer } from '#crud/pointers.ts';
import { labelIn, pointerLabel } from '#crud/text/value-text.ts';
import { shortTime } from '#i18n/format.ts';
import { useTexts, withTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/buttons/button.tsx';
import { Icon } from '#kit/buttons/icon.tsx';
import { linkClass } from '#kit/buttons/link-button.tsx';
import { Dot } from '#kit/display/status-mark.tsx';
import { formatShortcut } from '#kit/keys.ts';
import { createLazyCode, useLazyCode } from '#kit/lazy-code.ts';
import type { EditForm } from './edit-form.ts';
import { focusFirstField, focusPointer, hasField } from './form-fields.tsx';
import { DATE_POINTER } from './state/form-context.ts';

interface Props {
  form: EditForm;
  /** A button before the others. */
  extraButton?: ReactNode;
  /** Replaces the time of the last draft. */
  draftNote?: ReactNode;
  /** Shown while there are no unsaved changes. */
  savedNote?: ReactNode;
}

const impactCode = createLazyCode(
  async () => (await withTexts(import('#crud/impact/form-impact.tsx'), 'review')).FormImpact,
);

const dateCode = createLazyCode(async () => (await import('./effective-date.tsx')).EffectiveDate);

const becomeCode = createLazyCode(
  async () => (await withTexts(import('#crud/change-set/become-menu.tsx'), 'review')).BecomeMenu,
);

/** The form's action bar: unsaved changes, errors, and the buttons to discard and save. */
export function FormActions({ form, extraButton, draftNote, savedNote }: Props) {
  const { t } = useTexts();
  const discard = useDiscard(form);
  const { state, changes, savesAsProposal, setEffectiveOn, savesToSet, disabledReason, isLoaded, draftSavedAt } = form;
  const { setBecome } = form;
  const { effectiveOn, become } = state.context;
  const dateError = form.errors.find(({ pointer }) => pointer === DATE_POINTER)?.message;
  const errors = form.errors.filter(({ pointer }) => pointer !== DATE_POINTER);
  const isSaving = state.matches('saving');
  // stays during a conflict, so that its dialog can return the focus to the button that has opened it
  const isEditing = state.matches('editing');
  const isShown = isEditing || isSaving || state.matches('validating') || state.matches('conflict');
  const isUnsaved = changes.length > 0;
  const Impact = useLazyCode(impactCode, isUnsaved);
  const EffectiveDate = useLazyCode(dateCode, isUnsaved && setEffectiveOn !== undefined);
  const BecomeMenu = useLazyCode(becomeCode, setBecome !== undefined);
  if (!isLoaded || !isShown) return null;
  const liveSaveKey = savesAsProposal ? 'form.saveProposal' : 'common.save';
  const saveKey = savesToSet ? 'workingSet.save' : effectiveOn === null ? liveSaveKey : 'upcoming.save';
  return (
    <div className="flex min-w-0 flex-1 flex-wrap items-center justify-end gap-2">
      {Impact && <Impact form={form} />}
      <div className="flex min-w-0 flex-1 basis-64 items-center gap-2 text-xs max-sm:flex-col max-sm:items-start max-sm:gap-0">
        <div className="mr-auto flex max-w-full min-w-0 items-center gap-2" aria-live="polite">
          {isUnsaved && (form.layout === 'page' || errors.length === 0) && (
            <span className="flex min-w-0 flex-none items-center gap-1.5 max-sm:shrink">
              <Dot tone="warn" />
              <span className="min-w-0 truncate">{t('form.unsaved', { count: changes.length })}</span>
            </span>
          )}
          {errors.length > 0 && <Errors form={{ ...form, errors }} />}
          {!isUnsaved && errors.length === 0 && !form.hasDraftInOtherView && savedNote}
        </div>
        {isUnsaved &&
          (form.layout === 'page' || errors.length === 0) &&
          (draftNote ?? (draftSavedAt && <DraftNote time={draftSavedAt} />))}
      </div>
      <div className="flex max-w-full flex-wrap items-center justify-end gap-2">
        {extraButton}
        {isUnsaved && isEditing && <Button onClick={discard}>{t('form.discard')}</Button>}
        {EffectiveDate && setEffectiveOn && isUnsaved && isEditing && !disabledReason && (
          <EffectiveDate value={effectiveOn} onChange={setEffectiveOn} error={dateError} />
        )}
        {BecomeMenu && setBecome && isEditing && !disabledReason && (
          <BecomeMenu value={become ?? 'active'} onChange={setBecome} />
        )}
        <Button
          variant="primary"
          className={form.layout === 'page' ? undefined : 'max-sm:px-8'}
          busy={isSaving}
          disabledReason={disabledReason}
          // a panel has little room
          shortcut={form.layout === 'page' ? formatShortcut('S') : undefined}
          onClick={() => form.save()}
        >
          {isSaving ? t('form.saving') : t(saveKey)}
        </Button>
      </div>
    </div>
  );
}

/** Returns a function that discards the changes, and offers to bring them back while the form is open. */
function useDiscard({ changes, fields: { values, setValue }, discard }: EditForm): () => void {
  const { t } = useTexts();
  const offer = useRef<number>(undefined);
  useEffect(
    () => () => {
      if (offer.current !== undefined) snackbar.dismiss(offer.current);
    },
    [],
  );
  return () => {
    discard();
    offer.current = notify.undo(t('form.discarded', { count: changes.length }), t('common.undo'), () => {
      for (const pointer of changes) setValue(pointer, readPointer(values, pointer));
    });
    // the pressed button disappears with the changes
    focusFirstField();
  };
}

function DraftNote({ time }: { time: string }) {
  const { t } = useTexts();
  return (
    <span className="max-w-full min-w-0 truncate text-ink-3 max-sm:leading-4 max-sm:whitespace-normal">
      {t('form.draftKept', { time: shortTime(time) })}
    </span>
  );
}

/** Lists the invalid fields; each name focuses its field. */
function Errors({ form: { errors, layout, openField, fields } }: Pick<Props, 'form'>) {
  const { t } = useTexts();
  const invalidFields = [...new Map(errors.map(({ pointer }) => [labelIn(fields.schema, pointer), pointer]))];
  const shownFields = invalidFields.slice(0, layout === 'page' ? 4 : 2);
  return (
    <span className="flex min-w-0 items-center gap-1.5 text-bad-ink">
      <Icon name="error" size={14} />
      <span className="min-w-0 truncate max-sm:whitespace-normal">
        {t('form.errors', { count: invalidFields.length, fields: '' })}
        {shownFields.map(([name, pointer], index) => (
          <span key={pointer}>
            {index > 0 && t('common.separator')}
            <FieldLink pointer={pointer} name={name} openField={openField} className="rounded-xs hover:underline" />
          </span>
        ))}
        {invalidFields.length > shownFields.length && '…'}
      </span>
    </span>
  );
}

interface FieldLinkProps extends Pick<EditForm, 'openField'> {
  pointer: string;
  name?: string;
  className?: string;
}

/** A link that focuses a field, or opens the complete form at a field that a quick edit does not show. */
export function FieldLink({ pointer, name = pointerLabel(pointer), openField, className = linkClass }: FieldLinkProps) {
  const [isMissing, setIsMissing] = useState(false);
  useLayoutEffect(() => setIsMissing(openField !== undefined && !hasField(pointer)));
  if (isMissing && !openField) return name;
  return (
    <button
      type="button"
      className={className}
      onClick={() => (isMissing ? openField?.(pointer) : focusPointer(pointer))}
    >
      {name}
    </button>
  );
}
