import { Link } from '@tanstack/react-router';
import { type EntityKey, requiredToApprove } from '#api/metadata.gen.ts';
import { isEmpty } from '#api/rules.ts';
import type { EntityUi } from '#crud/define-entity.ts';
import { useFormNavigation } from '#crud/form/definition/form-navigation.ts';
import { LIST_GC_MS, LIST_STALE_MS } from '#crud/read/query-client.ts';
import { useOverview } from '#crud/read/use-overview.ts';
import { useRead } from '#crud/read/use-read.ts';
import { resourceClient } from '#crud/resource.ts';
import { number } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/buttons/button.tsx';
import { linkClass } from '#kit/buttons/link-button.tsx';
import { useSession } from '#session/use-session.ts';
import { leadingColumns } from './columns/record-columns.tsx';

/** Returns the query of the first records that lack a field which approval requires; the total counts all of them. */
function incompleteQuery(entity: EntityUi) {
  const query = { incomplete: 'true', page: 1, pageSize: 50, sort: leadingColumns(entity)[0] };
  return {
    queryKey: [entity.key, 'list', query],
    queryFn: async ({ signal }: { signal: AbortSignal }) => (await resourceClient(entity).list(query, signal)).data,
    gcTime: LIST_GC_MS,
    staleTime: LIST_STALE_MS,
  };
}

/** The incomplete record of each entity that was opened last, with its place in the list. */
const lastOpened = new Map<EntityKey, { id: number; index: number }>();

/** Says how many records lack a field which approval requires, and leads to them one by one. */
export function Completeness({ entity }: { entity: EntityUi }) {
  const { t } = useTexts();
  const { can } = useSession();
  const { edit, prefetchProps } = useFormNavigation(entity);
  const { data } = useRead(incompleteQuery(entity));
  const all = useOverview(1).data?.entities.find((each) => each.entity === entity.key)?.total;
  if (!data || data.total === 0) return null;
  const { items } = data;
  function completeNext(): void {
    const last = lastOpened.get(entity.key) ?? { id: 0, index: 0 };
    // a record that has been completed has left its place to the next one
    const isStillIncomplete = items.some(({ id }) => id === last.id);
    const index = (isStillIncomplete ? last.index + 1 : last.index) % items.length;
    const record = items[index];
    if (!record) return;
    lastOpened.set(entity.key, { id: record.id, index });
    const missing = requiredToApprove[entity.key].find((name) => isEmpty(record[name]));
    edit(record.id, missing === undefined ? {} : { field: `/${missing}` });
  }

  const complete = all === undefined ? undefined : Math.max(0, all - data.total);
  return (
    // while a card is open, the message that the list is outdated takes its place
    <div className="flex flex-none items-center gap-1 whitespace-nowrap max-sm:hidden @max-3xl:in-data-outdated:hidden">
      <Link
        to={entity.path}
        search={{ incomplete: 'true' }}
        className={`${linkClass} flex items-center gap-2`}
        title={all ? t('list.completeShare', { all: number(all), complete: number(complete ?? 0) }) : undefined}
      >
        {all && complete !== undefined && (
          <span aria-hidden className="h-1.5 w-16 overflow-hidden rounded-full bg-warn max-lg:hidden @max-3xl:hidden">
            <span className="block h-full rounded-full bg-ok" style={{ width: `${(complete / all) * 100}%` }} />
          </span>
        )}
        {t('list.incomplete', { n: number(data.total) })}
      </Link>
      {can(`${entity.key}:update`) && (
        <Button variant="ghost" size="sm" className="@max-2xl:hidden" {...prefetchProps} onClick={completeNext}>
          {t('list.completeNext')}
        </Button>
      )}
    </div>
  );
}
