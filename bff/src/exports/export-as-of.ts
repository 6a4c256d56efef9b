import { type Moment, readAgainAtMoment, readAtMoment } from '#crud/as-of/moment.ts';
import { readRecordsAsOf } from '#crud/as-of/records-as-of.ts';
import { readRowsAsOf } from '#crud/as-of/rows-as-of.ts';
import { filterByStatus, splitOffStatuses } from '#crud/list/column-filters.ts';
import type { CrudContext, Entity, EntityRecord, ListConditions } from '#crud/model.ts';
import type { Database, Transaction } from '#database';
import type { Schemas } from '#http/contract.ts';
import type { Caller } from '#http/operation-types.ts';
import { readLanguages } from './table.ts';

interface ExportAsOf {
  moment: Moment;
  /** The languages that the records have names in. */
  languages: Set<string>;
  count: number;
  records: AsyncGenerator<EntityRecord[]>;
}

interface AsOfQuery {
  asOf: string;
  caller: Caller;
  ids: number[] | undefined;
  query: ListConditions;
}

const BATCH_RECORDS = 500;

/**
 * Finds the records that match at a moment. They are read in batches on demand, each in a transaction of its own: what changes meanwhile
 * has a later position than a moment of the past.
 */
export async function exportRecordsAsOf(
  crud: Pick<CrudContext, 'db' | 'forecast' | 'readDueReleases' | 'timeZone'>,
  entity: Entity,
  request: AsOfQuery,
): Promise<ExportAsOf> {
  const { moment, languages, ids } = await readAtMoment(crud, request, async (trx, moment) => ({
    moment,
    ...(request.ids
      ? await findByIds(trx, entity, moment, request.ids)
      : await findByConditions(trx, entity, moment, request.query)),
  }));
  return { moment, languages, count: ids.length, records: readBatches(crud.db, entity, moment, ids) };
}

async function findByIds(trx: Transaction, entity: Entity, moment: Moment, ids: number[]) {
  const { stored } = await readRecordsAsOf(
    trx,
    entity,
    moment,
    ids.toSorted((a, b) => a - b),
  );
  // the cast: the contract has no other form of names
  const languages = stored.flatMap(({ record }) => Object.keys((record.locales ?? {}) as Schemas['Locales']));
  return { ids: stored.map(({ record }) => record.id), languages: new Set(languages) };
}

async function findByConditions(trx: Transaction, entity: Entity, moment: Moment, query: ListConditions) {
  const { statuses } = splitOffStatuses(query);
  return readRowsAsOf(trx, entity, moment, { query, withLocales: true }, async (parts) => {
    const ids: number[] = [];
    const languages = new Set<string>();
    for (const { rows: queryRows } of parts) {
      const rows = () => (statuses ? filterByStatus(queryRows(), statuses) : queryRows());
      for (const id of await rows().pluck('id')) ids.push(id);
      for (const language of await readLanguages(trx, entity, rows())) languages.add(language);
    }
    return { ids: ids.sort((a, b) => a - b), languages };
  });
}

async function* readBatches(
  db: Database,
  entity: Entity,
  moment: Moment,
  ids: number[],
): AsyncGenerator<EntityRecord[]> {
  for (let at = 0; at < ids.length; at += BATCH_RECORDS) {
    const batch = ids.slice(at, at + BATCH_RECORDS);
    const { stored } = await readAgainAtMoment(db, (trx) => readRecordsAsOf(trx, entity, moment, batch));
    yield stored.map(({ record }) => record);
  }
}
