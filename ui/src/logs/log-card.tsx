import { ChangeList } from '#crud/record/change-list.tsx';
import { spreadChanges } from '#crud/record/field-changes.ts';
import { Time } from '#crud/time.tsx';
import { fullTime } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Drawer, DrawerSection } from '#kit/drawer.tsx';
import { ActMark } from './act-mark.tsx';
import { schemaOf } from './detail-text.ts';
import { LogFacts } from './log-facts.tsx';
import type { LogEntry, Logs } from './use-logs.ts';

/** All that an entry of this page tells, and the way to more of its kind. */
export function LogCard({ logs }: { logs: Logs }) {
  const { t } = useTexts();
  const { search, data, show, filterBy } = logs;
  const entry = data?.items.find(({ id }) => id === search.id);
  if (!entry) return null;
  return (
    <Drawer
      open
      width={400}
      onClose={() => show(undefined)}
      aria-label={t('logs.entry')}
      title={t('logs.entry')}
      headActions={<span className="mr-1 font-mono text-2xs">{entry.id}</span>}
    >
      <DrawerSection>
        <h2 className="text-lg font-semibold">
          <ActMark act={entry.act} />
        </h2>
        <p className="text-xs text-ink-3">
          <Time iso={entry.time} /> · <span className="font-mono">{fullTime(entry.time)}</span>
        </p>
      </DrawerSection>
      <DrawerSection tight>
        <LogFacts entry={entry} onOnly={filterBy} />
      </DrawerSection>
      <Changes entry={entry} />
    </Drawer>
  );
}

function Changes({ entry }: { entry: LogEntry }) {
  const { t } = useTexts();
  const changes = spreadChanges(entry.details.changes ?? []);
  if (changes.length === 0) return null;
  const fresh = changes.every(({ before }) => before === null);
  return (
    <DrawerSection>
      <h3 className="mb-1 text-xs font-medium text-ink-3">{t('logs.changes')}</h3>
      <ChangeList
        schema={schemaOf(entry)}
        changes={changes}
        before={fresh ? undefined : t('history.before')}
        after={t(fresh ? 'history.created' : 'history.after')}
      />
    </DrawerSection>
  );
}
