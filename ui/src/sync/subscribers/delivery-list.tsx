import { useState } from 'react';
import type { Entity } from '#api/facts.gen.ts';
import { entityIcon } from '#crud/define-entity.ts';
import { FilterConditions } from '#crud/list/filter-conditions.tsx';
import { refreshReads } from '#crud/query-client.ts';
import { Time } from '#crud/time.tsx';
import { useReadPages } from '#crud/use-read.ts';
import { number, shortTime } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Button, IconButton } from '#kit/buttons/button.tsx';
import { Icon } from '#kit/buttons/icon.tsx';
import { LinkButton } from '#kit/buttons/link-button.tsx';
import { Code } from '#kit/display/chip.tsx';
import { Dot } from '#kit/display/status-mark.tsx';
import type { FilterField } from '#kit/lists/filter-values.tsx';
import { Note } from '#kit/messages/note.tsx';
import { Skeleton } from '#kit/messages/skeleton.tsx';
import { type Delivery, furtherError, isDue, outcomeMarks, outcomes } from './delivery.ts';
import { type DeliveryFilter, listDeliveries } from './delivery-calls.ts';
import { useDeliveryText } from './delivery-text.ts';
import { OutcomeMark } from './marks.tsx';
import { inOrder, type Subscriber } from './subscriber.ts';

interface Props {
  subscriber: Subscriber;
  onOpen: (id: number) => void;
}

type Page = Awaited<ReturnType<typeof listDeliveries>>;

/** What was sent to a subscriber, newest first, page after page. */
export function DeliveryList({ subscriber, onOpen }: Props) {
  const { t } = useTexts();
  const [filter, setFilter] = useState<DeliveryFilter>({});
  return (
    <section aria-label={t('delivery.many')}>
      <DeliveryFilters kinds={subscriber.entities} filter={filter} onChange={setFilter} />
      <Pages key={JSON.stringify(filter)} {...{ subscriber, filter, onOpen }} />
    </section>
  );
}

function Pages({ subscriber: { id }, filter, onOpen }: Props & { filter: DeliveryFilter }) {
  const { t } = useTexts();
  const {
    items,
    data,
    problem,
    loading,
    loadMore: more,
    reload,
  } = useReadPages<Page>({
    queryKey: ['deliveries', id, filter],
    load: (cursor, signal) => listDeliveries(id, filter, cursor, signal),
    idOf: (delivery) => delivery.id,
  });
  const filtered = Object.values(filter).some(Boolean);
  return (
    <>
      {problem && (
        <div className="px-4 pb-2">
          <Note tone="bad" live action={<LinkButton onClick={reload}>{t('common.retry')}</LinkButton>}>
            {problem.message}
          </Note>
        </div>
      )}
      {!data && !problem && (
        <div className="flex flex-col gap-2 px-4 pb-3">
          <Skeleton height={36} className="animate-fade-in-delayed" />
          <Skeleton height={36} className="animate-fade-in-delayed" />
        </div>
      )}
      {data && items.length === 0 && (
        <p className="px-4 pb-3 text-ink-3">{t(filtered ? 'delivery.noneFiltered' : 'delivery.none')}</p>
      )}
      <ol className="border-t border-line empty:hidden">
        {items.map((delivery) => (
          <DeliveryLine key={delivery.id} delivery={delivery} onOpen={() => onOpen(delivery.id)} />
        ))}
      </ol>
      {data && items.length > 0 && (
        <div className="flex items-center gap-2 px-4 py-2 text-xs text-ink-3">
          {t('delivery.total', { total: `${number(data.total)}${data.totalCapped ? '+' : ''}` })}
          {more && (
            <Button size="sm" variant="ghost" busy={loading} onClick={more} className="ml-auto">
              {t('delivery.more')}
            </Button>
          )}
        </div>
      )}
    </>
  );
}

/** One delivery in two lines: what came of which change, then how. */
function DeliveryLine({ delivery, onOpen }: { delivery: Delivery; onOpen: () => void }) {
  const { t } = useTexts();
  const { what, answered } = useDeliveryText();
  const { kind, outcome, entity, record, attempt, nextTime, time } = delivery;
  const how = [
    answered(delivery),
    attempt > 1 && t('delivery.attempt', { count: attempt }),
    kind === 'resend' && t('delivery.kind.resend'),
    nextTime && isDue(delivery) && t('delivery.next', { time: shortTime(nextTime) }),
    outcome !== 'delivered' && furtherError(delivery),
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
              <Code small>{what(delivery)}</Code>
            ) : (
              <span className="min-w-0 truncate text-xs">{what(delivery)}</span>
            )}
            {record && <span className="min-w-0 truncate text-xs text-ink-2">{t(`act.${record.action}`)}</span>}
            {record && <span className="flex-none font-mono text-2xs text-ink-3">v{record.version}</span>}
            <span className="ml-auto flex-none text-xs text-ink-3">
              <Time iso={time} />
            </span>
          </span>
          <span className="min-w-0 truncate text-xs text-ink-3">{how.join(' · ')}</span>
        </span>
        <Icon name="chevron-right" size={14} className="text-ink-3" />
      </button>
    </li>
  );
}

interface DeliveryFiltersProps {
  kinds: readonly Entity[];
  filter: DeliveryFilter;
  onChange: (filter: DeliveryFilter) => void;
}

/** The head of the deliveries: which of them are shown, and the way to the newest. */
function DeliveryFilters({ kinds, filter, onChange }: DeliveryFiltersProps) {
  const { t } = useTexts();
  const fields: FilterField[] = [
    {
      id: 'outcome',
      label: t('delivery.facts.outcome'),
      values: filter.outcome ? [filter.outcome] : [],
      chipContent: filter.outcome && (
        <>
          <Dot tone={outcomeMarks[filter.outcome]} />
          {t(`delivery.outcome.${filter.outcome}`)}
        </>
      ),
      // the cast: one of the options
      onChange: ([outcome]) => onChange({ ...filter, outcome: outcome as DeliveryFilter['outcome'] }),
      options: outcomes.map((value) => ({ value, label: t(`delivery.outcome.${value}`) })),
    },
    {
      id: 'entity',
      label: t('delivery.entity'),
      values: filter.entity ? [filter.entity] : [],
      // the cast: one of the options
      onChange: ([entity]) => onChange({ ...filter, entity: entity as DeliveryFilter['entity'] }),
      options: inOrder(kinds).map((value) => ({ value, label: t(`entity.${value}.many`) })),
    },
  ];
  return (
    <div className="flex flex-wrap items-center gap-2 px-4 pt-3 pb-2">
      <h2 className="mr-auto text-xs font-medium text-ink-3">{t('delivery.many')}</h2>
      <FilterConditions fields={fields} />
      <IconButton icon="restore" aria-label={t('delivery.refresh')} onClick={() => refreshReads()} />
    </div>
  );
}
