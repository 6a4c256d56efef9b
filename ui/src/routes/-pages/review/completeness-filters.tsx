import type { EntityKey } from '#api/metadata.gen.ts';
import { useWorkingSet } from '#crud/change-set/working-set.ts';
import { useRead } from '#crud/read/use-read.ts';
import { pointerLabel } from '#crud/text/value-text.ts';
import { number } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/buttons/button.tsx';
import { ConfirmDialog } from '#kit/layers/confirm-dialog.tsx';
import { api } from '#session/session.ts';
import { type ReviewFilter, waitingTimes } from '../home/home-search.ts';
import { MAX_BATCH_ITEMS, useBatchApproval } from './use-batch-approval.ts';

interface Props {
  entity: EntityKey | 'all';
  filter: ReviewFilter;
  /** Keeps the row's place until it is known whether the queue is empty. */
  isQueueLoading: boolean;
  /** Keys of items that were decided on here, whose decisions may not be sent yet. */
  decidedKeys: ReadonlySet<string>;
  onChange: (filter: ReviewFilter) => void;
}

const rowClass =
  'flex flex-none items-center gap-2 sm:min-h-11 sm:flex-wrap sm:border-b sm:border-line sm:px-page sm:py-2';
const chipClass =
  'inline-flex h-7 flex-none items-center gap-1.5 rounded-sm border border-line px-2 text-xs text-ink-2 hover:bg-hover hover:text-ink aria-pressed:border-accent aria-pressed:bg-selected aria-pressed:font-medium aria-pressed:text-ink pointer-coarse:h-10';

/** Counts what of the queue can be approved, and what the rest lacks, whichever of them is chosen. */
export function useReviewCompleteness(entity: EntityKey | 'all', { missing: _, ...filter }: ReviewFilter) {
  return useRead({
    queryKey: ['reviews', entity, 'completeness', filter],
    queryFn: async ({ signal }) => {
      const { age, ...conditions } = filter;
      const query = { ...conditions, ...waitingTimes(age), ...(entity !== 'all' && { entity }) };
      return (await api.GET('/api/v1/reviews/completeness', { params: { query }, signal })).data;
    },
  });
}

/** Filters the queue by missing fields, with the number of items each, and approves all complete items at once. */
export function CompletenessFilters({ entity, filter, isQueueLoading, decidedKeys, onChange }: Props) {
  const { t } = useTexts();
  const { missing: chosen, ...filterOfAll } = filter;
  const { data } = useReviewCompleteness(entity, filter);
  // the row keeps its place while it loads, so that the queue does not move
  const isEmpty = data?.ready === 0 && data.missing.length === 0;
  if (!data || (isEmpty && isQueueLoading)) return <div className={rowClass} />;
  if (isEmpty) return null;
  const renderChip = (value: string, label: string, count: number) => (
    <button
      key={value}
      type="button"
      aria-pressed={chosen === value}
      className={chipClass}
      onClick={() => onChange(chosen === value ? filterOfAll : { ...filterOfAll, missing: value })}
    >
      {label}
      <span className="font-mono text-2xs text-ink-3">{number(count)}</span>
    </button>
  );
  return (
    <div className={rowClass}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a wrapping flex row everywhere */}
      <div
        role="group"
        aria-label={t('review.causes')}
        className="mr-auto flex items-center gap-2 max-sm:order-1 sm:flex-wrap"
      >
        {renderChip('none', t('review.ready'), data.ready)}
        {data.missing.map(({ pointer, count }) =>
          renderChip(pointer, t('review.lacks', { field: pointerLabel(pointer) }), count),
        )}
      </div>
      <BatchApproval entity={entity} filter={filterOfAll} ready={data.ready} decidedKeys={decidedKeys} />
    </div>
  );
}

type BatchProps = Pick<Props, 'entity' | 'filter' | 'decidedKeys'> & { ready: number };

function BatchApproval({ entity, filter, ready, decidedKeys }: BatchProps) {
  const { t } = useTexts();
  const set = useWorkingSet();
  const { batch, isLoading, isSending, prepare, cancel, approve } = useBatchApproval(entity, filter, decidedKeys);
  if (ready === 0) return null;
  const kinds = batch && [...batch.countByEntity].map(([key, count]) => `${t(`entity.${key}.many`)} ${number(count)}`);
  return (
    <>
      <Button
        size="sm"
        icon="check"
        busy={isLoading}
        disabledReason={set !== null && t('workingSet.notInSet')}
        onClick={prepare}
      >
        {t('review.approveReady', { n: number(Math.min(ready, MAX_BATCH_ITEMS)) })}
      </Button>
      <ConfirmDialog
        open={batch !== undefined}
        onClose={cancel}
        title={t('review.approveReadyQuestion', { n: number(batch?.items.length ?? 0) })}
        description={t('review.approveReadyText')}
        confirmLabel={t('event.approve')}
        icon="check"
        busy={isSending}
        disabledReason={batch?.items.length === 0 && t('review.noneToApprove')}
        onConfirm={() => approve()}
      >
        {batch && (
          <ul className="flex flex-col gap-1 text-ink-2">
            {kinds?.map((kind) => (
              <li key={kind}>{kind}</li>
            ))}
            {batch.deniedCount > 0 && (
              <li className="text-warn-ink">{t('review.leftOut', { n: number(batch.deniedCount) })}</li>
            )}
          </ul>
        )}
      </ConfirmDialog>
    </>
  );
}
