import type { ReactNode } from 'react';
import { ChangeList } from '#crud/record/change-list.tsx';
import { spreadChanges } from '#crud/record/field-changes.ts';
import { Time } from '#crud/time.tsx';
import { fullTime, number } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { IconButton } from '#kit/button.tsx';
import { Bare } from '#kit/chip.tsx';
import { clientName } from '#kit/client-name.ts';
import { DefinitionList } from '#kit/definition-list.tsx';
import { Drawer, DrawerSection } from '#kit/drawer.tsx';
import { ActMark } from './act-mark.tsx';
import { keyText, schemaOf } from './detail-text.ts';
import { PersonLink, SubjectLink } from './links.tsx';
import type { LogPart } from './log-search.ts';
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
        <Facts entry={entry} onOnly={filterBy} />
      </DrawerSection>
      <Changes entry={entry} />
    </Drawer>
  );
}

function Facts({ entry, onOnly }: { entry: LogEntry; onOnly: (part: LogPart) => void }) {
  const { t } = useTexts();
  const { target, details, address, client, username } = entry;
  const { permission, key, reason, count, query } = details;
  return (
    <DefinitionList
      termWidth={88}
      items={[
        {
          term: t('logs.column.user'),
          value: (
            <Only label={t('logs.onlyUser')} onSelect={username ? () => onOnly({ user: username }) : undefined}>
              <PersonLink entry={entry} />
            </Only>
          ),
        },
        {
          term: t('logs.column.about'),
          value: target && (
            <Only label={t('logs.onlyAbout')} onSelect={() => onOnly({ about: target.name })}>
              <SubjectLink target={target} />
            </Only>
          ),
        },
        { term: t('logs.permission'), value: permission && <Bare>{permission}</Bare> },
        { term: t('logs.why'), value: key && !permission ? keyText(key) : undefined },
        { term: t('logs.reason'), value: reason },
        { term: t('logs.count'), value: count === undefined ? undefined : t('logs.rows', { rows: number(count) }) },
        { term: t('logs.query'), value: query && <span className="font-mono text-xs">{query}</span> },
        {
          term: t('logs.column.address'),
          value: (
            <Only label={t('logs.onlyAddress')} onSelect={() => onOnly({ address })}>
              <Bare>{address}</Bare>
            </Only>
          ),
        },
        { term: t('logs.column.client'), value: clientName(client) },
        {
          term: t('logs.userAgent'),
          value: client === clientName(client) ? undefined : <span className="text-xs text-ink-2">{client}</span>,
        },
      ]}
    />
  );
}

interface OnlyProps {
  label: string;
  onSelect: (() => void) | undefined;
  children: ReactNode;
}

/** A value, and the way to all entries that have it. */
const Only = ({ label, onSelect, children }: OnlyProps) => (
  <span className="flex w-full items-center gap-1.5">
    <span className="flex min-w-0 flex-wrap items-center gap-x-1.5">{children}</span>
    {onSelect && <IconButton icon="filter" aria-label={label} className="-my-1 ml-auto" onClick={onSelect} />}
  </span>
);

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
