import { reasonText } from '#crud/reason-text.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Bare } from '#kit/chip.tsx';
import { DefinitionList } from '#kit/definition-list.tsx';
import { Tag } from '#kit/tag.tsx';
import { Only } from '#logs/only.tsx';
import type { DataLogPart } from './data-log-search.ts';
import { KindMark } from './marks.tsx';
import { Position } from './position.tsx';
import type { DataLogEntry } from './use-data-logs.ts';

interface Props {
  entry: DataLogEntry;
  /** The record is as this change left it. */
  current: boolean;
  onOnly: (part: DataLogPart) => void;
}

/** Of what, by whom, why and where in the feed; the way to all changes of the same. */
export function ChangeFacts({ entry, current, onOnly }: Props) {
  const { t } = useTexts();
  const { entity, recordId, actor, proposer, reason, version, position } = entry;
  const person = (actor: string) => (
    <Only label={t('dataLogs.onlyActor')} onSelect={() => onOnly({ actor })}>
      <span className="font-medium">{actor}</span>
    </Only>
  );
  return (
    <DefinitionList
      termWidth={88}
      items={[
        {
          term: t('dataLogs.column.record'),
          value: (
            <Only label={t('dataLogs.onlyRecord')} onSelect={() => onOnly({ entity, recordId })}>
              <KindMark kind={entity} />
              <Bare>#{recordId}</Bare>
            </Only>
          ),
        },
        {
          term: t('dataLogs.version'),
          value: (
            <>
              <Bare>v{version}</Bare>
              {current && <Tag tone="info">{t('dataLogs.current')}</Tag>}
            </>
          ),
        },
        { term: t('dataLogs.column.actor'), value: person(actor) },
        { term: t('dataLogs.proposer'), value: proposer && person(proposer) },
        { term: t('dataLogs.reason'), value: reason && reasonText(reason) },
        { term: t('dataLogs.position'), value: <Position position={position} /> },
      ]}
    />
  );
}
