import type { Entity } from '#api/facts.gen.ts';
import { FilterConditions } from '#crud/list/filter-conditions.tsx';
import { recordsChanged } from '#crud/query-client.ts';
import { useTexts } from '#i18n/i18n.ts';
import { IconButton } from '#kit/button.tsx';
import type { FilterField } from '#kit/filter-values.tsx';
import { Dot } from '#kit/status-mark.tsx';
import { outcomeMarks, outcomes } from './delivery.ts';
import type { DeliveryFilter } from './delivery-calls.ts';
import { inOrder } from './subscriber.ts';

interface Props {
  kinds: readonly Entity[];
  filter: DeliveryFilter;
  onChange: (filter: DeliveryFilter) => void;
}

/** The head of the deliveries: which of them are shown, and the way to the newest. */
export function DeliveryFilters({ kinds, filter, onChange }: Props) {
  const { t } = useTexts();
  const fields: FilterField[] = [
    {
      id: 'outcome',
      label: t('delivery.facts.outcome'),
      values: filter.outcome ? [filter.outcome] : [],
      chosen: filter.outcome && (
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
      <IconButton icon="restore" aria-label={t('delivery.refresh')} onClick={() => recordsChanged()} />
    </div>
  );
}
