import type { AnyRecord, CardPart, EntityUi } from '#crud/define-entity.ts';
import { useFormWays } from '#crud/form-place.ts';
import type { List } from '#crud/list/use-list.ts';
import { secondName, titleOf } from '#crud/names.ts';
import { notify } from '#crud/notify.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/button.tsx';
import { Plate } from '#kit/chip.tsx';
import { Drawer, DrawerSection } from '#kit/drawer.tsx';
import { ErrorState, Skeleton } from '#kit/page-state.tsx';
import { StatusMark } from '#kit/status-mark.tsx';
import { useSession } from '#session/use-session.ts';
import { CardActions } from './card-actions.tsx';
import { DeleteRecord } from './delete-record.tsx';
import { ListSteps } from './list-steps.tsx';
import { NewerNote } from './newer-note.tsx';
import { ProposalBlock } from './proposal-block.tsx';
import { RecentChanges } from './recent-changes.tsx';
import { RecordFacts } from './record-facts.tsx';
import { RecordWarnings } from './record-warnings.tsx';
import { RejectionBlock } from './rejection-block.tsx';
import { useRecord } from './use-record.ts';
import { useRecordKeys } from './use-record-keys.ts';

interface Props {
  entity: EntityUi;
  list: List;
  id: number;
  Card?: CardPart | undefined;
}

/** The info card of one record. */
export function RecordView({ entity, list, id, Card }: Props) {
  const { t, language } = useTexts();
  const { can } = useSession();
  const { data, problem, loading, reload, showNewer } = useRecord(entity, id);
  const { set, search } = list;
  const ways = useFormWays(entity);
  const close = () => set({ id: undefined, panel: undefined });
  const update = `${entity.key}:update`;
  useRecordKeys({ list, record: data?.record, onEdit: can(update) ? () => ways.edit(id) : undefined });
  return (
    <Drawer
      open
      onClose={close}
      aria-label={t('record.info', { one: t(`entity.${entity.key}.one`) })}
      title={t('record.info', { one: t(`entity.${entity.key}.one`) })}
      headActions={<ListSteps list={list} />}
      footer={
        data && !problem && <CardActions entity={entity} record={data.record} ownWork={data.ownWork} list={list} />
      }
    >
      {problem && (
        <ErrorState
          title={problem.status === 404 ? t('record.missing') : t('form.reloadFailed', { problem: problem.message })}
          text={problem.status === 404 ? t('record.missingText') : undefined}
          onRetry={problem.status === 404 ? undefined : reload}
          retrying={loading}
          errorKey={problem.key}
          traceId={problem.traceId}
          actions={
            problem.status === 404 && <Button onClick={() => set({ panel: 'history' })}>{t('history.title')}</Button>
          }
        />
      )}
      {!data && !problem && <LoadingCard />}
      {data && !problem && (
        <>
          <div className="border-b border-line p-4">
            <div className="flex items-center gap-2">
              {data.record.code ? (
                <Plate onCopy={() => notify.success(t('common.copied'))}>{data.record.code}</Plate>
              ) : (
                <Title entity={entity} record={data.record} />
              )}
              <span className="ml-auto">
                <StatusMark status={data.record.status} label={t(`status.${data.record.status}`)} />
              </span>
            </div>
            {data.record.code && (
              <div className="mt-2.5">
                <Title entity={entity} record={data.record} />
              </div>
            )}
            <div className="text-ink-2">{secondName(data.record, language)}</div>
          </div>
          {showNewer && (
            <div className="border-b border-line px-4 py-3">
              <NewerNote onShow={showNewer} />
            </div>
          )}
          <RecordWarnings entity={entity} record={data.record} />
          {data.proposal && (
            <ProposalBlock entity={entity} data={data} proposal={data.proposal} onContinue={() => ways.edit(id)} />
          )}
          {data.rejection && !data.proposal && (
            <RejectionBlock entity={entity} data={data} rejection={data.rejection} />
          )}
          {Card && <Card record={data.record} />}
          <RecordFacts entity={entity} data={data} />
          <DrawerSection>
            <RecentChanges history={data.history} onAll={() => set({ panel: 'history' })} />
          </DrawerSection>
          <DeleteRecord
            entity={entity}
            data={data}
            open={search.panel === 'delete'}
            onClose={() => set({ panel: 'view' })}
            onDeleted={close}
          />
        </>
      )}
    </Drawer>
  );
}

function Title({ entity, record }: { entity: EntityUi; record: AnyRecord }) {
  const { language } = useTexts();
  return <div className="min-w-0 text-lg font-semibold">{titleOf(entity.key, record, language)}</div>;
}

const LoadingCard = () => (
  <div className="flex flex-col gap-3 p-4">
    <Skeleton width={80} height={36} className="late" />
    <Skeleton width={192} height={24} className="late" />
    <Skeleton width={144} height={20} className="late" />
    <Skeleton height={128} className="late mt-4" />
  </div>
);
