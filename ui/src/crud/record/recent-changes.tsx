import type { Change, HistoryData } from '#crud/resource.ts';
import { Time } from '#crud/time.tsx';
import { pointerText } from '#crud/value-text.ts';
import { useTexts } from '#i18n/i18n.ts';
import { LinkButton } from '#kit/buttons/link-button.tsx';
import { CodeText } from '#kit/display/chip.tsx';
import { fieldChanges } from './field-changes.ts';

const shown = 5;

export function RecentChanges({ history, onAll }: { history: HistoryData; onAll: () => void }) {
  const { t } = useTexts();
  return (
    <>
      <div className="mb-1.5 flex items-center text-xs">
        <span className="font-medium text-ink-3">{t('record.recent')}</span>
        <LinkButton className="ml-auto" onClick={onAll}>
          {t('record.allVersions', { count: history.total })}
        </LinkButton>
      </div>
      <ChangeLines history={history} />
    </>
  );
}

/** The latest changes, a line each where there is room. */
export function ChangeLines({ history }: { history: HistoryData }) {
  const act = useActText();
  return history.items.slice(0, shown).map((change) => (
    <div key={change.seq} className="flex gap-2 py-1 text-xs">
      <CodeText className="w-7 flex-none">v{change.version}</CodeText>
      <span className="min-w-0 text-ink-2">{act(change)}</span>
      <span className="ml-auto flex-none text-ink-3">
        <Time iso={change.time} />
      </span>
    </div>
  ));
}

const named = 3;
const withFields = new Set<Change['action']>(['update', 'restore', 'reference']);

/** editor 修改大洲、货币: who did what, in one line. */
export function useActText(): (change: Change) => string {
  const { t } = useTexts();
  return (change) => {
    const { actor, proposer, action, before } = change;
    const who = proposer ? t('history.byProposer', { proposer, actor }) : actor;
    // a record that comes back as a whole is not told field by field
    const fields = before && withFields.has(action) ? fieldChanges(change) : [];
    const names = fields.slice(0, named).map(({ pointer }) => pointerText(pointer));
    const what = names.join(t('common.separator')) + (fields.length > named ? '…' : '');
    if (action === 'reference') return t('history.reference', { who, fields: what });
    return [who, t(`act.${action}`), what].filter(Boolean).join(' ');
  };
}
