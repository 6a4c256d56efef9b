import { Link } from '@tanstack/react-router';
import { routes } from '#api/metadata.gen.ts';
import { useTexts } from '#i18n/i18n.ts';
import { linkClass } from '#kit/buttons/link-button.tsx';
import { CodeText } from '#kit/display/code.tsx';
import { DefinitionList } from '#kit/display/definition-list.tsx';
import { formatUserAgent } from '#kit/values/user-agent.ts';
import { useSession } from '#session/use-session.ts';
import { countText, denialText } from './detail-text.ts';
import { FilterableValue } from './filterable-value.tsx';
import { Person } from './log-columns.tsx';
import { subjectName } from './subject-name.tsx';
import type { LogEntry } from './use-logs.ts';
import type { UserLogSearchPatch } from './user-log-search.ts';

/** The facts of an entry, with buttons that filter the log by its user, target or address. */
export function LogFacts({ entry, onOnly }: { entry: LogEntry; onOnly: (part: UserLogSearchPatch) => void }) {
  const { t } = useTexts();
  const { target, details, address, client, username } = entry;
  const { permission, key, reason, query } = details;
  return (
    <DefinitionList
      termWidth={88}
      items={[
        {
          term: t('logs.column.user'),
          value: (
            <FilterableValue
              label={t('logs.onlyUser')}
              onSelect={username ? () => onOnly({ user: username }) : undefined}
            >
              <PersonLink entry={entry} />
            </FilterableValue>
          ),
        },
        {
          term: t('logs.column.about'),
          value: target && (
            <FilterableValue label={t('logs.onlyAbout')} onSelect={() => onOnly({ about: target.name })}>
              <SubjectLink target={target} />
            </FilterableValue>
          ),
        },
        { term: t('logs.permission'), value: permission && <CodeText>{permission}</CodeText> },
        { term: t('logs.why'), value: key && !permission ? denialText(key) : undefined },
        { term: t('logs.reason'), value: reason },
        { term: t('logs.count'), value: countText(entry) },
        { term: t('logs.query'), value: query && <span className="font-mono text-xs">{query}</span> },
        {
          term: t('logs.column.address'),
          value: (
            <FilterableValue label={t('logs.onlyAddress')} onSelect={() => onOnly({ address })}>
              <CodeText>{address}</CodeText>
            </FilterableValue>
          ),
        },
        { term: t('logs.column.client'), value: formatUserAgent(client) },
        {
          term: t('logs.userAgent'),
          value: client === formatUserAgent(client) ? undefined : <span className="text-xs text-ink-2">{client}</span>,
        },
      ]}
    />
  );
}

/** The acting user, as a link if the viewer may see users. */
function PersonLink({ entry: { userId, username } }: { entry: LogEntry }) {
  const { t } = useTexts();
  if (userId === null) {
    return (
      <>
        <Person username={username} userId={null} />
        {username && <span className="text-xs text-ink-3">{t('logs.typed')}</span>}
      </>
    );
  }
  return <RecordLink kind="user" id={userId} name={username} />;
}

/** The subject of an act. */
function SubjectLink({ target }: { target: NonNullable<LogEntry['target']> }) {
  const { t } = useTexts();
  const { kind, id, name } = target;
  return (
    <>
      <span className="text-xs text-ink-3">{t(`logs.kind.${kind}`)}</span>
      {kind === 'operation' && <CodeText>{name}</CodeText>}
      {(kind === 'session' || kind === 'task') && subjectName(target)}
      {(kind === 'user' || kind === 'role' || kind === 'subscriber') && <RecordLink kind={kind} id={id} name={name} />}
    </>
  );
}

/** The tags of lists whose address can open a record's panel. */
const listTags = { user: 'user', role: 'role', subscriber: 'data_subscriber' } as const;

/** The name of a user, role or subscriber, as a link if the viewer may see its list. */
function RecordLink({ kind, id, name }: { kind: keyof typeof listTags; id: number | null; name: string }) {
  const { can } = useSession();
  const list = listTags[kind];
  if (id === null || !can(`${list}:read`)) return <span className="font-medium">{name}</span>;
  return (
    // each list's route parses its URL parameters itself
    <Link to={routes[list]} search={{ id, panel: 'view' }} className={linkClass}>
      {name}
    </Link>
  );
}
