import type { FieldError } from '#api/problem.ts';
import { pointerText } from '#crud/value-text.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/button.tsx';
import { Icon } from '#kit/icon.tsx';
import { withMod } from '#kit/keys.ts';
import { Dot } from '#kit/status-mark.tsx';
import type { useRecordForm } from './use-record-form.ts';

type Form = ReturnType<typeof useRecordForm>;

interface Props extends Form {
  errors: readonly FieldError[];
  changes: readonly string[];
  /** Saving makes a proposal. */
  proposes: boolean;
  onDiscard: () => void;
}

const named = 2;

/** The form's action bar: what is unsaved, what is wrong, and the two ways on. */
export function FormActions({ state, send, errors, changes, proposes, onDiscard }: Props) {
  const { t } = useTexts();
  const wrong = [...new Set(errors.map(({ pointer }) => pointerText(pointer)))];
  const fields = wrong.slice(0, named).join(t('common.separator')) + (wrong.length > named ? '…' : '');
  const saving = state.matches('saving');
  if (!state.matches('editing') && !saving && !state.matches('validating')) return null;
  return (
    <div className="flex items-center gap-2">
      <div className="mr-auto min-w-0 text-xs" aria-live="polite">
        {errors.length > 0 ? (
          <span className="flex items-center gap-1.5 text-bad-ink">
            <Icon name="error" size={14} />
            <span className="cut">{t('form.errors', { count: wrong.length, fields })}</span>
          </span>
        ) : (
          changes.length > 0 && (
            <span className="flex items-center gap-1.5">
              <Dot tone="warn" />
              {t('form.unsaved', { count: changes.length })}
            </span>
          )
        )}
      </div>
      {changes.length > 0 && !saving && <Button onClick={onDiscard}>{t('form.discard')}</Button>}
      <Button variant="primary" busy={saving} shortcut={withMod('S')} onClick={() => send({ type: 'SAVE' })}>
        {saving ? t('form.saving') : t(proposes ? 'form.saveProposal' : 'common.save')}
      </Button>
    </div>
  );
}
