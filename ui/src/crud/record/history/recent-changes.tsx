import type { Change, HistoryResponse } from '#crud/resource.ts';
import { actorName } from '#crud/text/actor-name.ts';
import { Time } from '#crud/text/time.tsx';
import { pointerLabel } from '#crud/text/value-text.ts';
import { totalText } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { LinkButton } from '#kit/buttons/link-button.tsx';
import { CodeText } from '#kit/display/code.tsx';
import { fieldChanges } from './field-changes.ts';

const MAX_LINES = 5;

export function RecentChanges({ history, onAll }: { history: HistoryResponse; onAll: () => void }) {
  const { t } = useTexts();
  return (
    <>
      <div className="mb-1.5 flex items-center text-xs">
        <span className="font-medium text-ink-3">{t('record.recent')}</span>
        <LinkButton className="ml-auto" onClick={onAll}>
          {t('record.allVersions', { changes: totalText(history) })}
        </LinkButton>
      </div>
      <ChangeLines history={history} />
    </>
  );
}

/** The latest changes of a record, one line each. */
export function ChangeLines({ history }: { history: HistoryResponse }) {
  const changeText = useChangeText();
  return history.items.slice(0, MAX_LINES).map((change) => (
    <div key={change.seq} className="flex gap-2 py-1 text-xs">
      <CodeText className="w-7 flex-none">v{change.version}</CodeText>
      <span className="min-w-0 text-ink-2">{changeText(change)}</span>
      <span className="ml-auto flex-none text-ink-3">
        <Time iso={change.time} />
      </span>
    </div>
  ));
}

const MAX_NAMED_FIELDS = 3;
const fieldActions = new Set<Change['action']>(['update', 'restore', 'reference']);

/** Returns a function that summarizes a change in one line: editor 修改：大洲、货币. */
export function useChangeText(): (change: Change) => string {
  const { t } = useTexts();
  return (change) => {
    const { actor, proposer, action, before } = change;
    const who = proposer ? t('history.byProposer', { proposer, actor }) : actorName(actor);
    // a restored deleted record changes all fields, so none is listed
    const fields = before && fieldActions.has(action) ? fieldChanges(change) : [];
    const names = fields.slice(0, MAX_NAMED_FIELDS).map(({ pointer }) => pointerLabel(pointer));
    const fieldsText = names.join(t('common.separator')) + (fields.length > MAX_NAMED_FIELDS ? '…' : '');
    if (action === 'reference') return t('history.reference', { who, fields: fieldsText });
    const what = t('history.by', { actor: who, act: t(`act.${action}`) });
    return fieldsText ? t('history.fields', { what, fields: fieldsText }) : what;
  };
}
