import type { ReactNode } from 'react';
import { useState } from 'react';
import { type Status, transitions } from '#api/metadata.gen.ts';
import { type Problem, toProblem } from '#api/problem.ts';
import type { EntityUi } from '#crud/define-entity.ts';
import { filterOption } from '#crud/list/filters/filter-option.ts';
import { useRecordFilters } from '#crud/list/filters/record-filters.tsx';
import { recordFilterQuery } from '#crud/list/list-query.ts';
import { type ListSearch, splitList } from '#crud/list/list-search.ts';
import type { RecordList } from '#crud/list/use-list.ts';
import { readOnceOptions } from '#crud/read/query-client.ts';
import { useRead } from '#crud/read/use-read.ts';
import { rememberReason, useReasonField } from '#crud/reason-field.ts';
import { type RecordAction, resourceClient } from '#crud/resource.ts';
import { pointerLabel } from '#crud/text/value-text.ts';
import { number } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { ConfirmDialog } from '#kit/layers/confirm-dialog.tsx';
import { followBulkChange, MAX_MATCHES } from './bulk-changes.ts';

/** Counts the matches that are in a status for the action, among the statuses that the list shows. */
export function countReady(
  action: RecordAction,
  { counts = {}, search }: { counts: Partial<Record<Status, number>> | undefined; search: ListSearch },
): number {
  const chosen = splitList(search.status);
  const isNegated = splitList(search.not).includes('status');
  const isListed = (status: Status) => chosen.length === 0 || chosen.includes(status) !== isNegated;
  const isReady = (status: Status) => action === 'delete' || transitions[action].from.includes(status);
  // the cast: the keys are statuses
  const entries = Object.entries(counts) as [Status, number][];
  return entries.reduce((sum, [status, count]) => (isListed(status) && isReady(status) ? sum + count : sum), 0);
}

interface Props {
  entity: EntityUi;
  list: RecordList;
  action: RecordAction;
  onClose: () => void;
  onStarted: () => void;
}

/** Asks before an action on all records that match the list, with their number as just counted and the filter in words. */
export function BulkMatchingDialog({ entity, list, action, onClose, onStarted }: Props) {
  const { t, language } = useTexts();
  const reason = useReasonField();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const filter = recordFilterQuery(entity.key, list.search);
  const count = useRead({
    // the number that is confirmed must not change under the pointer
    ...readOnceOptions,
    queryKey: [entity.key, 'matches', filter],
    queryFn: async ({ signal }) =>
      (await resourceClient(entity).list({ ...filter, page: 1, pageSize: 10 }, signal)).data,
  });
  const total = count.data?.total ?? 0;
  const ready = countReady(action, { counts: count.data?.counts, search: list.search });
  const needsReason = action !== 'delete' && transitions[action].reason === 'required';

  async function start(reasonText: string): Promise<void> {
    setBusy(true);
    setProblem(undefined);
    try {
      const { data } = await resourceClient(entity).bulkMatching(filter, { action, total, reason: reasonText });
      if (reasonText !== '') rememberReason(reasonText);
      followBulkChange(data.bulkChange.id);
      onStarted();
    } catch (error) {
      setProblem(toProblem(error, language));
      // what matches now is counted again
      count.reload();
    } finally {
      setBusy(false);
    }
  }

  const disabledReason =
    (count.data === undefined && t('bulk.counting')) ||
    (total > MAX_MATCHES && t('bulk.tooMany', { most: number(MAX_MATCHES) })) ||
    (ready === 0 && t('bulk.noneReady'));
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={
        count.data
          ? t('list.bulkQuestion', {
              action: t(`event.${action}`),
              count: ready,
              n: number(ready),
            })
          : t('bulk.counting')
      }
      description={t('bulk.about')}
      confirmLabel={t(`event.${action}`)}
      cancelLabel={t('common.cancel')}
      destructive={action === 'delete' || action === 'reject'}
      busy={busy}
      disabledReason={disabledReason}
      error={problem?.message ?? count.problem?.message}
      reason={needsReason ? reason : undefined}
      onConfirm={(text) => void start(text)}
    >
      <FilterInWords entity={entity} list={list} />
      {total > ready && (
        <p className="rounded-sm bg-warn-soft px-2.5 py-2 text-xs inset-ring inset-ring-warn-edge">
          {t('bulk.otherStatuses', { n: number(total - ready), total: number(total) })}
        </p>
      )}
    </ConfirmDialog>
  );
}

/** The conditions of a list, each as a field and its values. */
function FilterInWords({ entity, list }: Pick<Props, 'entity' | 'list'>) {
  const { t } = useTexts();
  const { search } = list;
  const fields = useRecordFilters(entity, list).filter(({ values }) => values.length > 0);
  const always = entity.filters.filter(({ defaultValue }) => defaultValue !== undefined);
  // the choice of the tabs
  const hasStatusTab = search.status !== undefined && !fields.some(({ id }) => id === 'status');
  const conditions: { id: string; label: string; value: ReactNode }[] = [
    ...(search.q ? [{ id: 'q', label: t('common.search'), value: <bdi>{search.q}</bdi> }] : []),
    ...(hasStatusTab
      ? // the cast: a single status
        [{ id: 'status', label: pointerLabel('/status'), value: t(`status.${search.status as Status}`) }]
      : []),
    ...always.map((spec) => ({
      id: spec.id,
      label: pointerLabel(`/${spec.id}`),
      value: filterOption(spec, String(search[spec.id] ?? spec.defaultValue)).label,
    })),
    ...fields.map(({ id, label, chipContent, values, options }) => ({
      id,
      label,
      value:
        chipContent ??
        values
          .map((value) => options?.find((option) => option.value === value)?.label ?? value)
          .join(t('common.separator')),
    })),
  ];
  if (conditions.length === 0) return <p className="text-ink-2">{t('bulk.noFilter')}</p>;
  return (
    <dl aria-label={t('bulk.filter')} className="flex flex-wrap gap-1.5">
      {conditions.map(({ id, label, value }) => (
        <div
          key={id}
          className="flex max-w-full items-center gap-1.5 rounded-sm bg-sunken px-2 py-1 text-xs inset-ring inset-ring-line"
        >
          <dt className="text-ink-3">{label}</dt>
          <dd className="flex min-w-0 items-center gap-1 truncate font-medium">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
