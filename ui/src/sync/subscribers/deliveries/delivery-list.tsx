import { useState } from 'react';
import type { EntityKey } from '#api/metadata.gen.ts';
import { entityIcon } from '#crud/define-entity.ts';
import { FilterConditions } from '#crud/list/filters/filter-conditions.tsx';
import { MoreFailed, RefreshFailedStatus } from '#crud/read/load-failed.tsx';
import { refreshReads } from '#crud/read/query-client.ts';
import { useReadPages } from '#crud/read/use-read-pages.ts';
import { Time } from '#crud/text/time.tsx';
import { shortTime, totalText } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Button, IconButton } from '#kit/buttons/button.tsx';
import { Icon } from '#kit/buttons/icon.tsx';
import { LinkButton } from '#kit/buttons/link-button.tsx';
import { Code } from '#kit/display/code.tsx';
import { Dot } from '#kit/display/status-mark.tsx';
import type { FilterField } from '#kit/lists/filter-values.tsx';
import { Note } from '#kit/messages/note.tsx';
import { Skeleton } from '#kit/messages/skeleton.tsx';
import { outcomeTones } from '#sync/status/lanes.ts';
import { OutcomeMark } from '#sync/subscribers/status-marks.tsx';
import { type Subscriber, sortByGroup } from '#sync/subscribers/subscriber.ts';
import { type Delivery, deliveryOutcomes, errorBesidesStatus, isRetryPending } from './delivery.ts';
import { type DeliveryFilter, listDeliveries } from './delivery-calls.ts';
import { useDeliveryText } from './delivery-text.ts';

interface Props {
  subscriber: Subscriber;
  onOpen: (id: number) => void;
}

type DeliveryPage = Awaited<ReturnType<typeof listDeliveries>>;

/** Lists the deliveries to a subscriber, newest first, page by page. */
export function DeliveryList({ subscriber, onOpen }: Props) {
  const { t } = useTexts();
  const [filter, setFilter] = useState<DeliveryFilter>({});
  return (
    <section aria-label={t('delivery.many')}>
      <DeliveryFilters entities={subscriber.entities} filter={filter} onChange={setFilter} />
      <DeliveryPages key={JSON.stringify(filter)} subscriber={subscriber} filter={filter} onOpen={onOpen} />
    </section>
  );
}

function DeliveryPages({ subscriber: { id }, filter, onOpen }: Props & { filter: DeliveryFilter }) {
  const { t } = useTexts();
  const pages = useReadPages<DeliveryPage>({
    queryKey: ['deliveries', id, filter],
    load: (cursor, signal) => listDeliveries(id, filter, cursor, signal),
    idOf: (delivery) => delivery.id,
  });
  const { items, data: lastPage, problem, refreshFailure, moreProblem, loading, loadMore, reload } = pages;
  const isFiltered = Object.values(filter).some(Boolean);
  return (
    <>
      {problem && (
        <div className="px-4 pb-2">
          <Note tone="bad" live action={<LinkButton onClick={reload}>{t('common.retry')}</LinkButton>}>
            {problem.message}
          </Note>
        </div>
      )}
      {refreshFailure && (
        <div className="px-4 pb-2">
          <RefreshFailedStatus {...pages} />
        </div>
      )}
      {!lastPage && !problem && (
        <div className="flex flex-col gap-2 px-4 pb-3">
          <Skeleton height={36} className="animate-fade-in-delayed" />
          <Skeleton height={36} className="animate-fade-in-delayed" />
        </div>
      )}
      {lastPage && items.length === 0 && (
        <p className="px-4 pb-3 text-ink-3">{t(isFiltered ? 'delivery.noneFiltered' : 'delivery.none')}</p>
      )}
      <ol className="border-t border-line empty:hidden">
        {items.map((delivery) => (
          <DeliveryLine key={delivery.id} delivery={delivery} onOpen={() => onOpen(delivery.id)} />
        ))}
      </ol>
      {lastPage && items.length > 0 && (
        <div className="flex items-center gap-2 px-4 py-2 text-xs text-ink-3">
          {t('delivery.total', { total: totalText(lastPage) })}
          <MoreFailed problem={moreProblem} />
          {loadMore && (
            <Button size="sm" variant="ghost" busy={loading} onClick={loadMore} className="ml-auto flex-none">
              {t('delivery.more')}
            </Button>
          )}
        </div>
      )}
    </>
  );
}

/** Shows one delivery in two lines: its result and change, then the details. */
function DeliveryLine({ delivery, onOpen }: { delivery: Delivery; onOpen: () => void }) {
  const { t } = useTexts();
  const { subjectText, responseText } = useDeliveryText();
  const { kind, outcome, entity, record, attempt, nextTime, time } = delivery;
  const detailTexts = [
    responseText(delivery),
    attempt > 1 && t('delivery.attempt', { count: attempt }),
    kind === 'resend' && t('delivery.kind.resend'),
    nextTime && isRetryPending(delivery) && t('delivery.next', { time: shortTime(nextTime) }),
    outcome !== 'delivered' && errorBesidesStatus(delivery),
  ].filter(Boolean);
  return (
    <li className="border-b border-line last:border-0">
      <button
        type="button"
        onClick={onOpen}
        className="flex w-full items-center gap-3 px-4 py-1.5 text-left hover:bg-hover focus-visible:outline-offset-[-2px]"
      >
        <OutcomeMark outcome={outcome} className="w-22 flex-none text-xs" />
        <span className="min-w-0 flex-1">
          <span className="flex min-h-5 items-center gap-1.5">
            {entity && (
              <Icon name={entityIcon(entity)} size={14} className="text-ink-3" label={t(`entity.${entity}.one`)} />
            )}
            {record ? (
              <Code small>{subjectText(delivery)}</Code>
            ) : (
              <span className="min-w-0 truncate text-xs">{subjectText(delivery)}</span>
            )}
            {record && <span className="min-w-0 truncate text-xs text-ink-2">{t(`act.${record.action}`)}</span>}
            {record && <span className="flex-none font-mono text-2xs text-ink-3">v{record.version}</span>}
            <span className="ml-auto flex-none text-xs text-ink-3">
              <Time iso={time} />
            </span>
          </span>
          <span className="block truncate text-xs text-ink-3">{detailTexts.join(' · ')}</span>
        </span>
        <Icon name="chevron-right" size={14} className="text-ink-3" />
      </button>
    </li>
  );
}

interface DeliveryFiltersProps {
  entities: readonly EntityKey[];
  filter: DeliveryFilter;
  onChange: (filter: DeliveryFilter) => void;
}

/** Shows the filters of the deliveries and a refresh button. */
function DeliveryFilters({ entities, filter, onChange }: DeliveryFiltersProps) {
  const { t } = useTexts();
  const fields: FilterField[] = [
    {
      id: 'outcome',
      label: t('delivery.facts.outcome'),
      values: filter.outcome ? [filter.outcome] : [],
      chipContent: filter.outcome && (
        <>
          <Dot tone={outcomeTones[filter.outcome]} />
          {t(`delivery.outcome.${filter.outcome}`)}
        </>
      ),
      // The cast: the value is one of the options.
      onChange: ([outcome]) => onChange({ ...filter, outcome: outcome as DeliveryFilter['outcome'] }),
      options: deliveryOutcomes.map((value) => ({ value, label: t(`delivery.outcome.${value}`) })),
    },
    {
      id: 'entity',
      label: t('delivery.entity'),
      values: filter.entity ? [filter.entity] : [],
      // The cast: the value is one of the options.
      onChange: ([entity]) => onChange({ ...filter, entity: entity as DeliveryFilter['entity'] }),
      options: sortByGroup(entities).map((value) => ({ value, label: t(`entity.${value}.many`) })),
    },
  ];
  return (
    <div className="flex flex-wrap items-center gap-2 px-4 pt-3 pb-2">
      <h2 className="mr-auto text-xs font-medium text-ink-3">{t('delivery.many')}</h2>
      <FilterConditions fields={fields} />
      <IconButton icon="refresh" aria-label={t('delivery.refresh')} onClick={() => refreshReads()} />
    </div>
  );
}
