import { Link } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense } from 'react';
import { ruleText } from '#api/texts.ts';
import { UpcomingBlocks } from '#crud/change-set/upcoming-blocks.tsx';
import { type EntityUi, recordLink } from '#crud/define-entity.ts';
import { editableFields } from '#crud/form/definition/form-definition.ts';
import { LoadFailed } from '#crud/read/load-failed.tsx';
import { createDifferenceText, toPoint } from '#crud/record/history/difference.ts';
import { FieldChangeTable } from '#crud/record/history/field-change-table.tsx';
import { approvedValues, changesSince, type FieldChange, proposedChanges } from '#crud/record/history/field-changes.ts';
import { ChangeLines } from '#crud/record/history/recent-changes.tsx';
import { FieldList, NameList } from '#crud/record/record-facts.tsx';
import { ReferringRecordList } from '#crud/record/referring-record-list.tsx';
import type { RecordDetails, useRecord } from '#crud/record/use-record.ts';
import { recordTitle } from '#crud/text/record-names.ts';
import { Time } from '#crud/text/time.tsx';
import { pointerLabel } from '#crud/text/value-text.ts';
import { number, totalText } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Icon } from '#kit/buttons/icon.tsx';
import { linkClass } from '#kit/buttons/link-button.tsx';
import { CodeBadge } from '#kit/display/code.tsx';
import { Panel } from '#kit/display/panel.tsx';
import { StatusMark } from '#kit/display/status-mark.tsx';
import { Note } from '#kit/messages/note.tsx';
import { Skeleton } from '#kit/messages/skeleton.tsx';
import { api } from '#session/session.ts';
import type { RecordToReview } from '../home/review-rows.ts';

const ImpactPanel = lazy(async () => ({ default: (await import('#crud/impact/impact-panel.tsx')).ImpactPanel }));
const PlaceSection = lazy(async () => ({ default: (await import('#fields/place/place-section.tsx')).PlaceSection }));

interface Props {
  item: RecordToReview;
  entity: EntityUi;
  record: ReturnType<typeof useRecord>;
  /** What the user saw of an item that has changed since. */
  seen: RecordDetails | undefined;
}

/** What a reviewer decides on: the changes, the place on a map, what is missing, what refers to the record, and its history. */
export function ReviewDetails({ item, entity, record: { data, problem, loading, reload }, seen }: Props) {
  const { t } = useTexts();
  if (problem?.status === 404) return <p className="p-6 text-ink-3">{t('home.gone')}</p>;
  if (problem)
    return (
      <LoadFailed
        title={t('form.reloadFailed', { problem: problem.message })}
        problem={problem}
        onRetry={reload}
        retrying={loading}
      />
    );
  if (!data) return <LoadingDetails />;
  const { record, references, history, openProposal, upcoming } = data;
  const proposal = openProposal?.proposal;
  const isProposal = item.kind === 'proposal';
  if (isProposal && !proposal) return <p className="p-6 text-ink-3">{t('home.gone')}</p>;
  const newRecord = isProposal ? approvedValues(data) : record;
  return (
    <div className="@container flex flex-col gap-3 px-page py-4">
      <Head item={item} entity={entity} record={record} />
      {seen && <ChangesSinceSeen entity={entity} seen={seen} now={data} />}
      <ApprovalIssues item={item} />
      <UpcomingBlocks
        entity={entity}
        record={record}
        upcoming={upcoming}
        className="rounded-md border border-info-edge"
      />
      {isProposal && proposal ? (
        <ProposedChanges entity={entity} data={data} proposal={proposal} />
      ) : (
        <section className="rounded-md border border-line bg-panel px-4 py-2">
          <div className="@2xl:columns-2 @2xl:gap-8 *:break-inside-avoid">
            <FieldList entity={entity} record={record} />
            {record.name !== undefined && <NameList entity={entity} record={record} />}
          </div>
        </section>
      )}
      {toPoint(newRecord) && (
        <Suspense>
          <section className="rounded-md border border-line bg-panel">
            <PlaceSection
              entity={entity.key}
              record={newRecord}
              previousPoint={isProposal ? toPoint(record) : undefined}
            />
          </section>
        </Suspense>
      )}
      <ReviewImpact item={item} />
      <div className="grid gap-3 @2xl:grid-cols-2">
        <Panel title={t('record.references')} note={number(references.total)}>
          {references.total === 0 ? (
            <p className="text-ink-3">{t('record.noReferences')}</p>
          ) : (
            <ReferringRecordList entity={entity.key} code={record.code} references={references} />
          )}
        </Panel>
        <Panel
          title={t('history.title')}
          aside={
            <Link
              {...recordLink(entity.key, record.id)}
              search={{ id: record.id, panel: 'history' }}
              className={linkClass}
            >
              {t('record.allVersions', { changes: totalText(history) })}
            </Link>
          }
        >
          <ChangeLines history={history} />
        </Panel>
      </div>
    </div>
  );
}

interface HeadProps {
  item: RecordToReview;
  entity: EntityUi;
  record: RecordDetails['record'];
}

function Head({ item, entity, record }: HeadProps) {
  const { t, language } = useTexts();
  return (
    <header className="flex items-start gap-3">
      {record.code && <CodeBadge>{record.code}</CodeBadge>}
      <div className="min-w-0">
        <h2 className="flex flex-wrap items-center gap-x-3 text-lg font-semibold wrap-anywhere">
          <bdi>{recordTitle(entity.key, record, language)}</bdi>
          <StatusMark
            status={record.status}
            label={<span className="text-sm font-normal text-ink-2">{t(`status.${record.status}`)}</span>}
          />
        </h2>
        <p className="text-xs text-ink-3">
          {t('review.submitted', { by: item.by, what: t(`review.action.${item.action}`) })} <Time iso={item.time} />
        </p>
      </div>
    </header>
  );
}

/** The fields that an approval requires, and warnings, before the buttons. */
function ApprovalIssues({ item: { missing, warnings } }: { item: RecordToReview }) {
  const { t, language } = useTexts();
  if (missing.length + warnings.length === 0) return null;
  return (
    <div className="flex flex-col gap-2">
      {missing.length > 0 && (
        <Note tone="warn">
          {t('record.neededForApproval', { fields: missing.map(pointerLabel).join(t('common.separator')) })}
        </Note>
      )}
      {warnings.map(({ pointer, rule }) => (
        <Note key={pointer + rule} tone="warn">
          {t('record.warning', { field: pointerLabel(pointer), rule: ruleText(rule, language) })}
        </Note>
      ))}
    </div>
  );
}

interface ChangesSinceSeenProps {
  entity: EntityUi;
  seen: RecordDetails;
  now: RecordDetails;
}

/** What has changed since the user saw the item: without it they would have to compare all of it by eye. */
function ChangesSinceSeen({ entity, seen, now }: ChangesSinceSeenProps) {
  const { t } = useTexts();
  const changes = changesSince(seen, now);
  return (
    <section aria-label={t('review.changesSince')} className="rounded-md border border-line bg-panel">
      <Note tone="warn" live>
        {t(changes.length > 0 ? 'review.changesSince' : 'review.sameAsSeen')}
      </Note>
      {changes.length > 0 && (
        <div className="px-4 py-2">
          <FieldChangeTable
            schema={entity.schema}
            changes={changes}
            before={t('review.seen')}
            after={t('review.now')}
            difference={createDifferenceText(entity.schema, changes, approvedValues(seen), approvedValues(now))}
          />
        </div>
      )}
    </section>
  );
}

interface ProposedChangesProps {
  entity: EntityUi;
  data: RecordDetails;
  proposal: NonNullable<RecordDetails['openProposal']>['proposal'];
}

function ProposedChanges({ entity, data: { record }, proposal }: ProposedChangesProps) {
  const { t } = useTexts();
  if (proposal.action === 'delete') return <Note tone="bad">{t('proposal.deleteText')}</Note>;
  const changes = proposedChanges(proposal, record);
  return (
    <section className="rounded-md border border-line bg-panel px-4 py-2">
      <FieldChangeTable
        schema={entity.schema}
        changes={changes}
        before={t('proposal.live')}
        after={t('proposal.proposed')}
        difference={createDifferenceText(entity.schema, changes, record, { ...record, ...proposal.after })}
      />
      <UnchangedFields entity={entity} record={record} changes={changes} />
    </section>
  );
}

/** The fields that a proposal leaves as they are, on demand. */
function UnchangedFields({
  entity,
  record,
  changes,
}: Pick<HeadProps, 'entity' | 'record'> & { changes: FieldChange[] }) {
  const { t } = useTexts();
  const changedFields = new Set(changes.map(({ pointer }) => pointer.split('/')[1] ?? ''));
  const count = Object.keys(editableFields(record)).filter((field) => !changedFields.has(field)).length;
  if (count === 0) return null;
  return (
    <details className="group -mx-4 -mb-2 border-t border-line">
      <summary className="flex cursor-default list-none items-center gap-1.5 px-4 py-2 text-xs text-ink-2 -outline-offset-2 hover:bg-hover pointer-coarse:min-h-10">
        <Icon name="chevron-right" size={14} className="group-open:rotate-90" />
        {t('review.unchanged', { count, n: number(count) })}
      </summary>
      <div className="px-4 pb-2 @2xl:columns-2 @2xl:gap-8 *:break-inside-avoid">
        <FieldList entity={entity} record={record} shownFields={[...changedFields]} />
        {record.name !== undefined && !changedFields.has('name') && !changedFields.has('locales') && (
          <NameList entity={entity} record={record} />
        )}
      </div>
    </details>
  );
}

/** What the approval of the item would touch. */
function ReviewImpact({ item: { entity, id, version } }: Pick<Props, 'item'>) {
  const read = async (signal: AbortSignal) =>
    (await api.GET('/api/v1/reviews/impact', { params: { query: { entity, id } }, signal, quiet: true })).data.impact;
  return (
    <Suspense fallback={<Skeleton height={120} className="animate-fade-in-delayed" />}>
      <ImpactPanel key={`${entity} ${id}`} id={['review', entity, id, version]} read={read} />
    </Suspense>
  );
}

const LoadingDetails = (): ReactNode => (
  <div className="flex flex-col gap-3 px-page py-4">
    <Skeleton width={320} height={36} className="animate-fade-in-delayed" />
    <Skeleton height={160} className="animate-fade-in-delayed" />
    <Skeleton height={160} className="animate-fade-in-delayed" />
  </div>
);
