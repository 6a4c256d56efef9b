import { lazy, Suspense, useEffect } from 'react';
import { ruleText } from '#api/texts.ts';
import { loadInSet } from '#crud/change-set/load-in-set.ts';
import { recordInSet, useWorkingItem } from '#crud/change-set/set-items.ts';
import { UpcomingBlocks } from '#crud/change-set/upcoming-blocks.tsx';
import { workingSet } from '#crud/change-set/working-set.ts';
import { missingForApprovalText } from '#crud/decision-errors.ts';
import type { AnyRecord, CardPart, EntityUi, Values } from '#crud/define-entity.ts';
import { useFormNavigation } from '#crud/form/definition/form-navigation.ts';
import type { RecordList } from '#crud/list/use-list.ts';
import { useRegisterPaletteActions } from '#crud/palette-actions.ts';
import { DrawerTitle, LoadFailed } from '#crud/read/load-failed.tsx';
import { copyText } from '#crud/text/copy-text.ts';
import { codeAndTitle, recordTitle, secondName } from '#crud/text/record-names.ts';
import { pointerLabel } from '#crud/text/value-text.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/buttons/button.tsx';
import { CodeBadge } from '#kit/display/code.tsx';
import { StatusMark } from '#kit/display/status-mark.tsx';
import { Drawer, DrawerSection } from '#kit/layers/drawer.tsx';
import { createLazyCode, lazyExtra, useLazyCode } from '#kit/lazy-code.ts';
import { Note } from '#kit/messages/note.tsx';
import { Skeleton } from '#kit/messages/skeleton.tsx';
import { useShortcut } from '#kit/shortcuts.ts';
import { useSession } from '#session/use-session.ts';
import { viewedDay } from '#session/viewed-day.ts';
import { RecentChanges } from './history/recent-changes.tsx';
import { ListNeighborButtons } from './list-neighbor-buttons.tsx';
import { NewerNote } from './newer-note.tsx';
import { ProposalBlock } from './proposal-block.tsx';
import { forgetRecord, rememberRecord } from './recent-records.ts';
import { RecordFacts } from './record-facts.tsx';
import { allowedEvents, RecordTransitions } from './record-transitions.tsx';
import { RejectionBlock } from './rejection-block.tsx';
import { type RecordDetails, useRecord } from './use-record.ts';

const SetItemBlock = lazy(async () => ({
  default: (await loadInSet()).SetItemBlock,
}));

const UndoInSetButton = lazy(async () => ({
  default: (await loadInSet()).UndoInSetButton,
}));

const deleteCode = createLazyCode(async () => (await import('./delete-record.tsx')).DeleteRecord);
const copyMenuCode = createLazyCode(async () => (await import('./copy-menu.tsx')).CopyMenu);

const CardEditors = lazyExtra(async () => (await import('./presence.tsx')).CardEditors);

interface Props {
  entity: EntityUi;
  list: RecordList;
  id: number;
  Card?: CardPart | undefined;
}

/** The info card of a record beside its list. */
export function RecordCard({ entity, list, id, Card }: Props) {
  const { t, language } = useTexts();
  const { can } = useSession();
  const read = useRecord(entity, id);
  const { data, problem, loading, reload, showNewerVersion } = read;
  const { set, search } = list;
  const formNavigation = useFormNavigation(entity);
  const CopyMenu = useLazyCode(copyMenuCode, data !== undefined);
  const item = useWorkingItem(entity.key, id);
  const shown = data && recordInSet(data.record, item);
  const isDeleting = search.panel === 'delete';
  const DeleteRecord = useLazyCode(deleteCode, isDeleting, () => set({ panel: 'view' }));
  const close = () => set({ id: undefined, panel: undefined });
  const update = `${entity.key}:update`;
  useRememberedRecord(entity, id, data?.record, problem?.status === 404);
  useRecordKeys({ list, record: shown, onEdit: can(update) ? () => formNavigation.edit(id) : undefined });
  return (
    <Drawer
      open
      onClose={close}
      aria-label={t('record.info', { one: t(`entity.${entity.key}.one`) })}
      title={
        <span className="flex min-w-0 items-center gap-2">
          <span className="min-w-0 truncate">
            <DrawerTitle read={read}>{t('record.info', { one: t(`entity.${entity.key}.one`) })}</DrawerTitle>
          </span>
          <Suspense>
            <CardEditors entity={entity.key} id={id} />
          </Suspense>
        </span>
      }
      headActions={
        <>
          {data && !problem && CopyMenu && <CopyMenu entity={entity} record={data.record} />}
          <ListNeighborButtons list={list} />
        </>
      }
      footer={data && !problem && <CardActions entity={entity} data={data} list={list} />}
    >
      {problem && (
        <LoadFailed
          title={problem.status === 404 ? t('record.missing') : t('form.reloadFailed', { problem: problem.message })}
          text={problem.status === 404 ? t('record.missingText') : undefined}
          onRetry={problem.status === 404 ? undefined : reload}
          retrying={loading}
          problem={problem}
          actions={
            problem.status === 404 && <Button onClick={() => set({ panel: 'history' })}>{t('history.title')}</Button>
          }
        />
      )}
      {!data && !problem && <LoadingCard />}
      {data && shown && !problem && (
        <>
          <div className="border-b border-line p-4">
            <div className="flex items-center gap-2">
              {shown.code ? (
                <CodeBadge onCopy={copyText}>{shown.code}</CodeBadge>
              ) : (
                <Title entity={entity} record={shown} />
              )}
              <span className="ml-auto">
                <StatusMark status={shown.status} label={t(`status.${shown.status}`)} />
              </span>
            </div>
            {shown.code && (
              <div className="mt-2.5">
                <Title entity={entity} record={shown} />
              </div>
            )}
            <bdi className="block text-ink-2 wrap-anywhere">{secondName(shown, language)}</bdi>
          </div>
          {showNewerVersion && (
            <div className="border-b border-line px-4 py-3">
              <NewerNote onShow={showNewerVersion} />
            </div>
          )}
          {workingSet() && (
            <Suspense>
              <SetItemBlock entity={entity} record={data.record} />
            </Suspense>
          )}
          <UpcomingBlocks
            entity={entity}
            record={data.record}
            upcoming={data.upcoming}
            className="border-b border-line"
          />
          <RecordWarnings entity={entity} record={data.record} />
          {data.openProposal && (
            <ProposalBlock
              entity={entity}
              data={data}
              proposal={data.openProposal}
              onEdit={() => formNavigation.edit(id)}
            />
          )}
          {data.rejection && !data.openProposal && (
            <RejectionBlock entity={entity} data={data} rejection={data.rejection} />
          )}
          {Card && <Card entity={entity.key} record={shown} />}
          <RecordFacts entity={entity} data={data} shown={shown} hasMap={Card !== undefined} />
          {!viewedDay() && (
            <DrawerSection>
              <RecentChanges history={data.history} onAll={() => set({ panel: 'history' })} />
            </DrawerSection>
          )}
          {DeleteRecord && (
            <DeleteRecord
              entity={entity}
              data={data}
              open={isDeleting}
              onClose={() => set({ panel: 'view' })}
              onDeleted={close}
            />
          )}
        </>
      )}
    </Drawer>
  );
}

function Title({ entity, record }: { entity: EntityUi; record: AnyRecord }) {
  const { language } = useTexts();
  return (
    <bdi className="block min-w-0 text-lg font-semibold wrap-anywhere">{recordTitle(entity.key, record, language)}</bdi>
  );
}

const LoadingCard = () => (
  <div className="flex flex-col gap-3 p-4">
    <Skeleton width={80} height={36} className="animate-fade-in-delayed" />
    <Skeleton width={192} height={24} className="animate-fade-in-delayed" />
    <Skeleton width={144} height={20} className="animate-fade-in-delayed" />
    <Skeleton height={128} className="animate-fade-in-delayed mt-4" />
  </div>
);

/** A record's warnings and the fields that it lacks for approval. */
function RecordWarnings({ entity, record }: { entity: EntityUi; record: AnyRecord & Values }) {
  const { t, language } = useTexts();
  const missingText = record.status === 'pending' ? missingForApprovalText(entity, record) : undefined;
  if (!missingText && record.warnings.length === 0) return null;
  return (
    <div className="flex flex-col gap-2 border-b border-line px-4 py-3">
      {missingText && <Note tone="warn">{missingText}</Note>}
      {record.warnings.map(({ pointer, rule }) => (
        <Note key={pointer + rule} tone="warn">
          {t('record.warning', { field: pointerLabel(pointer), rule: ruleText(rule, language) })}
        </Note>
      ))}
    </div>
  );
}

/** Lists the record among those opened last, until it is deleted. A preview and another day leave the user's list as it is. */
function useRememberedRecord(entity: EntityUi, id: number, record: AnyRecord | undefined, isMissing: boolean): void {
  const { user } = useSession();
  const username = user?.preview === false && !viewedDay() ? user.username : undefined;
  useEffect(() => {
    if (username === undefined) return;
    if (isMissing) forgetRecord(username, entity.key, id);
    else if (record?.id === id) rememberRecord(username, entity.key, record);
  }, [username, entity, id, record, isMissing]);
}

interface RecordKeysOptions {
  list: RecordList;
  record: AnyRecord | undefined;
  /** Undefined for users who may not edit. */
  onEdit: (() => void) | undefined;
}

/** Registers shortcuts for the open record: E edits it, H shows its history, C copies its code. */
function useRecordKeys({ list, record, onEdit }: RecordKeysOptions): void {
  useShortcut('e', 'edit', () => onEdit?.(), { active: record !== undefined && onEdit !== undefined });
  useShortcut('h', 'history', () => list.set({ panel: 'history' }), { active: record !== undefined });
  useShortcut('c', 'copy', () => copyText(record?.code ?? ''), { active: Boolean(record?.code) });
}

interface CardActionsProps {
  entity: EntityUi;
  data: RecordDetails;
  list: RecordList;
}

/** The card's action bar: one row, or two rows if the record's status allows two events. */
function CardActions({ entity, data, list: { set } }: CardActionsProps) {
  const { record, ownWork, upcoming, openProposal } = data;
  const { t, language } = useTexts();
  const { can, denialReason } = useSession();
  const update = `${entity.key}:update`;
  const formNavigation = useFormNavigation(entity);
  const item = useWorkingItem(entity.key, record.id);
  const isDeletedInSet = item?.action === 'delete';
  useRegisterPaletteActions({
    subject: 'record',
    title: codeAndTitle(entity.key, record, language),
    actions: [
      ...(can(update) && !isDeletedInSet
        ? [{ id: 'edit', label: t('common.edit'), icon: 'edit' as const, run: () => formNavigation.edit(record.id) }]
        : []),
      ...(can(`${entity.key}:delete`) && !isDeletedInSet
        ? [{ id: 'delete', label: t('event.delete'), icon: 'trash' as const, run: () => set({ panel: 'delete' }) }]
        : []),
    ],
  });
  const hasTwoRows = allowedEvents(record).length > 1;
  const historyButton = (
    <Button icon="history" onClick={() => set({ panel: 'history' })}>
      {t('history.title')}
    </Button>
  );
  if (isDeletedInSet)
    return (
      <div className="flex gap-1.5 *:flex-1 *:px-2">
        {historyButton}
        <Suspense>
          <UndoInSetButton entity={entity} item={item} name={codeAndTitle(entity.key, record, language)} />
        </Suspense>
      </div>
    );
  return (
    <div className={hasTwoRows ? 'grid grid-cols-2 gap-2' : 'flex gap-1.5 *:flex-1 *:px-2'}>
      {!hasTwoRows && historyButton}
      <RecordTransitions entity={entity} record={record} ownWork={ownWork} upcoming={upcoming} />
      {hasTwoRows && historyButton}
      <Button
        // the decision on a proposal comes first
        variant={openProposal ? 'secondary' : 'primary'}
        icon="edit"
        disabledReason={denialReason(update)}
        {...formNavigation.prefetchProps}
        onClick={() => formNavigation.edit(record.id)}
      >
        {t('common.edit')}
      </Button>
    </div>
  );
}
