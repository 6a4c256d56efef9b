import { useState } from 'react';
import { useReadPages } from '#crud/use-read.ts';
import { number } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/button.tsx';
import { LinkButton } from '#kit/link-button.tsx';
import { Note } from '#kit/note.tsx';
import { Skeleton } from '#kit/skeleton.tsx';
import { type DeliveryFilter, listDeliveries } from './delivery-calls.ts';
import { DeliveryFilters } from './delivery-filters.tsx';
import { DeliveryLine } from './delivery-line.tsx';
import type { Subscriber } from './subscriber.ts';

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
  const { items, data, problem, loading, more, reload } = useReadPages<Page>({
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
          <Skeleton height={36} className="late" />
          <Skeleton height={36} className="late" />
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
