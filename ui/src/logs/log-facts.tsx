import { number } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Bare } from '#kit/chip.tsx';
import { clientName } from '#kit/client-name.ts';
import { DefinitionList } from '#kit/definition-list.tsx';
import { keyText } from './detail-text.ts';
import { PersonLink, SubjectLink } from './links.tsx';
import type { LogPart } from './log-search.ts';
import { Only } from './only.tsx';
import type { LogEntry } from './use-logs.ts';

/** Who, on what, why and from where; each the way to all entries that have it. */
export function LogFacts({ entry, onOnly }: { entry: LogEntry; onOnly: (part: LogPart) => void }) {
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
