import type { ReactNode } from 'react';
import { jumpTo } from '#crud/record/focus-field.ts';
import { pointerText } from '#crud/value-text.ts';
import { shortTime } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/buttons/button.tsx';
import { Icon } from '#kit/buttons/icon.tsx';
import { Dot } from '#kit/display/status-mark.tsx';
import { withMod } from '#kit/keys.ts';
import type { OpenForm } from './open-form.ts';

interface Props {
  form: Pick<
    OpenForm,
    | 'state'
    | 'changes'
    | 'errors'
    | 'savesAsProposal'
    | 'refused'
    | 'place'
    | 'isLoaded'
    | 'draftSavedAt'
    | 'discard'
    | 'save'
  >;
  /** Before the usual buttons: another way on. */
  more?: ReactNode;
  /** In place of when a draft was saved last. */
  note?: ReactNode;
  /** Said while nothing is unsaved. */
  calm?: ReactNode;
}

/** The form's action bar: what is unsaved, what is wrong, and the two ways on. */
export function FormActions({ form, more, note, calm }: Props) {
  const { t } = useTexts();
  const { state, changes, errors, savesAsProposal: proposes, refused, isLoaded: there, draftSavedAt } = form;
  const saving = state.matches('saving');
  if (!there) return null;
  if (!state.matches('editing') && !saving && !state.matches('validating')) return null;
  const unsaved = changes.length > 0;
  return (
    <div className="flex min-w-0 flex-1 items-center gap-2">
      <div className="mr-auto flex min-w-0 items-center gap-2 text-xs" aria-live="polite">
        {unsaved && (form.place === 'page' || errors.length === 0) && (
          <span className="flex flex-none items-center gap-1.5">
            <Dot tone="warn" />
            {t('form.unsaved', { count: changes.length })}
          </span>
        )}
        {errors.length > 0 && <Errors form={form} />}
        {!unsaved && errors.length === 0 && calm}
      </div>
      {unsaved && (note ?? (draftSavedAt && <DraftNote time={draftSavedAt} />))}
      {more}
      {unsaved && !saving && <Button onClick={form.discard}>{t('form.discard')}</Button>}
      <Button variant="primary" busy={saving} refused={refused} shortcut={withMod('S')} onClick={() => form.save()}>
        {saving ? t('form.saving') : t(proposes ? 'form.saveProposal' : 'common.save')}
      </Button>
    </div>
  );
}

function DraftNote({ time }: { time: string }) {
  const { t } = useTexts();
  return <span className="cut text-xs text-ink-3">{t('form.draftKept', { time: shortTime(time) })}</span>;
}

/** How many fields are wrong and which, each the way to it. */
function Errors({ form: { errors, place } }: Pick<Props, 'form'>) {
  const { t } = useTexts();
  const wrong = [...new Map(errors.map(({ pointer }) => [pointerText(pointer), pointer]))];
  const shown = wrong.slice(0, place === 'page' ? 4 : 2);
  return (
    <span className="flex min-w-0 items-center gap-1.5 text-bad-ink">
      <Icon name="error" size={14} />
      <span className="cut">
        {t('form.errors', { count: wrong.length, fields: '' })}
        {shown.map(([name, pointer], index) => (
          <span key={pointer}>
            {index > 0 && t('common.separator')}
            <button type="button" className="rounded-xs hover:underline" onClick={() => jumpTo(pointer)}>
              {name}
            </button>
          </span>
        ))}
        {wrong.length > shown.length && '…'}
      </span>
    </span>
  );
}
