import { Link, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { routes, type Schemas } from '#api/metadata.gen.ts';
import { type EntityUi, entityUi, recordLink } from '#crud/define-entity.ts';
import { DrawerTitle, LoadFailed } from '#crud/read/load-failed.tsx';
import { useRead } from '#crud/read/use-read.ts';
import { ChangedFields } from '#crud/record/history/changed-fields.tsx';
import { RestoreDialog } from '#crud/record/history/restore-dialog.tsx';
import { NeighborButtons } from '#crud/record/neighbor-buttons.tsx';
import type { Change } from '#crud/resource.ts';
import { absoluteAddress } from '#crud/text/address.ts';
import { copyText } from '#crud/text/copy-text.ts';
import { reasonText } from '#crud/text/reason-text.ts';
import { cacheLabels } from '#crud/text/record-name-cache.ts';
import { recordName, withCode } from '#crud/text/record-names.ts';
import { Time } from '#crud/text/time.tsx';
import { fullTime } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Button, IconButton } from '#kit/buttons/button.tsx';
import { linkClass } from '#kit/buttons/link-button.tsx';
import { Code, CodeText } from '#kit/display/code.tsx';
import { DefinitionList } from '#kit/display/definition-list.tsx';
import { Tag } from '#kit/display/tag.tsx';
import { Drawer, DrawerSection } from '#kit/layers/drawer.tsx';
import { Skeleton } from '#kit/messages/skeleton.tsx';
import { useShortcut } from '#kit/shortcuts.ts';
import { FilterableValue } from '#logs/filterable-value.tsx';
import { api } from '#session/session.ts';
import { useSession } from '#session/use-session.ts';
import type { DataLogSearchPatch } from './data-log-search.ts';
import { ActionMark, KindMark } from './marks.tsx';
import { Position } from './position.tsx';
import type { DataLogEntry, DataLogs } from './use-data-logs.ts';

/** A change with the record before and after it. */
export type ChangeDetails = Omit<Schemas['DataLogFoundAnswer']['data'], 'before' | 'after'> &
  Pick<Change, 'before' | 'after'>;

const useChange = (seq: number) =>
  useRead({
    queryKey: ['data log', seq],
    queryFn: async ({ signal }) => {
      const { data } = await api.GET('/api/v1/data-logs/{seq}', { params: { path: { seq } }, signal });
      cacheLabels(data.labels);
      // the cast: records have their entity's own fields in addition to the common ones
      return data as ChangeDetails;
    },
  });

/** The card of a change: its record, author and changed fields, and a button to restore its version. */
export function ChangeCard({ seq, logs }: { seq: number; logs: DataLogs }) {
  const { t } = useTexts();
  const read = useChange(seq);
  const { data, problem, loading, reload } = read;
  // data from the list is shown at once, while the change loads
  const entry = data?.entry ?? logs.data?.entries.find((one) => one.seq === seq);
  const entity = entry && entityUi(entry.entity);
  const gone = problem?.status === 404;
  const version = data && !problem ? restoreTarget(data) : undefined;
  return (
    <Drawer
      open
      width={480}
      onClose={() => logs.openEntry(undefined)}
      aria-label={t('dataLogs.entry')}
      title={<DrawerTitle read={read}>{t('dataLogs.entry')}</DrawerTitle>}
      headActions={
        <>
          {entry && !problem && <CopyLink seq={seq} />}
          <NeighborButtons
            items={logs.data?.entries ?? []}
            isCurrent={(one) => one.seq === seq}
            onShow={(one) => logs.openEntry(one.seq)}
          />
        </>
      }
      footer={
        data && entity && version !== undefined && <RestoreChange entity={entity} found={data} version={version} />
      }
    >
      {problem && (
        <LoadFailed
          title={gone ? t('dataLogs.missing') : t('dataLogs.reloadFailed', { problem: problem.message })}
          text={gone ? t('dataLogs.missingText') : undefined}
          onRetry={gone ? undefined : reload}
          retrying={loading}
          problem={problem}
        />
      )}
      {!problem && entry && (
        <>
          <DrawerSection>
            <ChangeHead entry={entry} />
          </DrawerSection>
          <DrawerSection dense>
            <ChangeFacts entry={entry} current={data?.recordVersion === entry.version} onOnly={logs.filterBy} />
          </DrawerSection>
        </>
      )}
      {!problem && (
        <DrawerSection>
          {data && entity ? (
            <ChangedFields schema={entity.schema} change={{ ...data.entry, ...data }} />
          ) : (
            <Skeleton height={96} className="animate-fade-in-delayed" />
          )}
        </DrawerSection>
      )}
    </Drawer>
  );
}

/** Copies the address that opens this change, whatever the filters of the list. */
function CopyLink({ seq }: { seq: number }) {
  const { t } = useTexts();
  const router = useRouter();
  const { href } = router.buildLocation({ to: routes.data_log, search: { id: seq } });
  return (
    <IconButton
      icon="copy"
      aria-label={t('record.copy.link')}
      onClick={() => copyText(absoluteAddress(router, href), href)}
    />
  );
}

interface Props {
  entity: EntityUi;
  found: ChangeDetails;
  /** The version to restore. */
  version: number;
}

function RestoreChange({ entity, found, version }: Props) {
  const { t, language } = useTexts();
  const { denialReason } = useSession();
  const [target, setTarget] = useState<number>();
  const { entry, recordVersion, after } = found;
  const deleted = recordVersion === null;
  return (
    <>
      <Button
        icon="restore"
        disabledReason={denialReason(`${entity.key}:update`) || (deleted && denialReason(`${entity.key}:create`))}
        onClick={() => setTarget(version)}
      >
        {t(deleted && !after ? 'dataLogs.bringBack' : 'history.restore')}
      </Button>
      <RestoreDialog
        entity={entity}
        id={entry.recordId}
        version={recordVersion}
        newestVersion={recordVersion ?? (after ? undefined : version)}
        name={withCode(entry.code, recordName(entry, language))}
        targetVersion={target}
        onClose={() => setTarget(undefined)}
      />
    </>
  );
}

/** The action and its record, as a link if the record exists and the user may see it; C copies its code. */
function ChangeHead({ entry }: { entry: DataLogEntry }) {
  const { t, language } = useTexts();
  const { can } = useSession();
  const { entity, recordId, code, exists, action, time } = entry;
  const name = <bdi>{recordName(entry, language)}</bdi>;
  useShortcut('c', 'copy', () => copyText(code ?? ''), { active: code !== null });
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        {code !== null && <Code>{code}</Code>}
        <h2 className="min-w-0 text-lg font-semibold wrap-anywhere">
          {exists && can(`${entity}:read`) ? (
            // the list's address opens the record's card
            <Link {...recordLink(entity, recordId)} search={recordLink(entity, recordId).search} className={linkClass}>
              {name}
            </Link>
          ) : (
            name
          )}
        </h2>
        {!exists && <Tag>{t('dataLogs.gone')}</Tag>}
      </div>
      <p className="mt-1 flex flex-wrap items-center gap-x-1.5 text-xs text-ink-3">
        <span className="text-ink">
          <ActionMark action={action} />
        </span>
        · <Time iso={time} /> · <span className="font-mono">{fullTime(time)}</span>
      </p>
    </>
  );
}

interface ChangeFactsProps {
  entry: DataLogEntry;
  /** Whether this change produced the record's current version. */
  current: boolean;
  onOnly: (part: DataLogSearchPatch) => void;
}

/** The facts of a change, with buttons that filter the log by its record, actor or proposer. */
function ChangeFacts({ entry, current, onOnly }: ChangeFactsProps) {
  const { t } = useTexts();
  const { entity, recordId, actor, proposer, reason, version, position } = entry;
  const person = (actor: string) => (
    <FilterableValue label={t('dataLogs.onlyActor')} onSelect={() => onOnly({ actor })}>
      <span className="font-medium">{actor}</span>
    </FilterableValue>
  );
  return (
    <DefinitionList
      termWidth={88}
      items={[
        {
          term: t('dataLogs.column.record'),
          value: (
            <FilterableValue label={t('dataLogs.onlyRecord')} onSelect={() => onOnly({ entity, recordId })}>
              <KindMark kind={entity} />
              <CodeText>#{recordId}</CodeText>
            </FilterableValue>
          ),
        },
        {
          term: t('dataLogs.version'),
          value: (
            <>
              <CodeText>v{version}</CodeText>
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

/** Returns the version that a change can restore: its own, or the last one before a deletion; none if it is current. */
export function restoreTarget({ entry, recordVersion, before, after }: ChangeDetails): number | undefined {
  const version = after ? entry.version : before?.version;
  return version === recordVersion ? undefined : version;
}
