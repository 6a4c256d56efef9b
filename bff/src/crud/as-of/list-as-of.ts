import type { Knex } from 'knex';
import { filterByStatus, STATUSES, splitOffStatuses } from '#crud/list/column-filters.ts';
import { countRows, direction, type ListQuery, type Page, type StatusCount, toCounts } from '#crud/list/list-query.ts';
import type { CrudContext, Entity } from '#crud/model.ts';
import { toLabels } from '#crud/references/labels.ts';
import { toValues } from '#crud/rows.ts';
import type { Transaction } from '#database';
import type { Schemas } from '#http/contract.ts';
import type { Caller } from '#http/operation-types.ts';
import { readAtMoment } from './moment.ts';
import { readRecordsAsOf } from './records-as-of.ts';
import { type RowsPart, readRowsAsOf } from './rows-as-of.ts';

/** Reads a page of records as they are at another moment, without what is in review now. */
export async function listRecordsAsOf(
  crud: Pick<CrudContext, 'db' | 'forecast' | 'readDueReleases' | 'timeZone'>,
  entity: Entity,
  { asOf, ...query }: ListQuery & { asOf: string },
  caller: Caller,
): Promise<Page> {
  const { page = 1, pageSize = 20, sort: _, ...allConditions } = query;
  const { statuses, conditions } = splitOffStatuses(allConditions);
  return readAtMoment(crud, { asOf, caller }, async (trx, moment) => {
    const { ids, statusCounts } = await readRowsAsOf(trx, entity, moment, { query }, async (parts) => ({
      ids: await readPage(trx, parts, { page, pageSize, statuses }),
      statusCounts: await Promise.all(parts.map((part) => countRows(part.entity, part.rows(), conditions))),
    }));
    const { stored, referencedRecords } = await readRecordsAsOf(trx, entity, moment, ids);
    const counts = toCounts(addUp(statusCounts.flat()));
    return {
      items: stored.map(({ record }) => record),
      total: (statuses ?? STATUSES).reduce((sum, status) => sum + (counts[status] ?? 0), 0),
      page,
      pageSize,
      counts,
      labels: toLabels(entity, stored.map(toValues), referencedRecords, caller),
      proposals: [],
      upcoming: [],
      ownWork: [],
    };
  });
}

interface PageRequest {
  page: number;
  pageSize: number;
  statuses: Schemas['Status'][] | undefined;
}

/** Reads the ids of a page from both parts, each of which needs to be read only to the end of the page. */
async function readPage(
  trx: Transaction,
  parts: RowsPart[],
  { page, pageSize, statuses }: PageRequest,
): Promise<number[]> {
  const sorted = parts.map((part) => selectSorted(trx, part, statuses).limit(page * pageSize));
  const order = orderOf(parts);
  const rows: { id: number }[] = await trx
    .unionAll(sorted, true)
    .orderBy(order)
    .limit(pageSize)
    .offset((page - 1) * pageSize);
  return rows.map(({ id }) => id);
}

const orderOf = ([part]: RowsPart[]) =>
  (part?.orderings ?? []).map((ordering, at) => ({ column: `order_${at}`, order: direction(ordering) }));

function selectSorted(trx: Transaction, part: RowsPart, statuses: PageRequest['statuses']): Knex.QueryBuilder {
  const rows = part.rows().select(`${part.entity.table}.id`);
  for (const [at, { expression }] of part.orderings.entries())
    rows.select(
      trx.raw('(?) as ??', [typeof expression === 'string' ? trx.ref(expression) : expression, `order_${at}`]),
    );
  if (statuses) filterByStatus(rows, statuses);
  return rows.orderBy(orderOf([part]));
}

function addUp(counts: StatusCount[]): StatusCount[] {
  const totals = new Map<Schemas['Status'], number>();
  for (const { status, n } of counts) totals.set(status, (totals.get(status) ?? 0) + Number(n));
  return [...totals].map(([status, n]) => ({ status, n }));
}
