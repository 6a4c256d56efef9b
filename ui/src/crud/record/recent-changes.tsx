import type { HistoryData } from '#crud/resource.ts';
import { Time } from '#crud/time.tsx';
import { useTexts } from '#i18n/i18n.ts';
import { Bare } from '#kit/chip.tsx';
import { LinkButton } from '#kit/link-button.tsx';
import { useActText } from './act-text.ts';

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
      <Bare className="w-7 flex-none">v{change.version}</Bare>
      <span className="min-w-0 text-ink-2">{act(change)}</span>
      <span className="ml-auto flex-none text-ink-3">
        <Time iso={change.time} />
      </span>
    </div>
  ));
}
