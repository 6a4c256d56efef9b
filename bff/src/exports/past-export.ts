import { type Moment, readAgainAtMoment, readAtMoment } from '#crud/as-of/moment.ts';
import { readPastRecords } from '#crud/as-of/past-records.ts';
import { readPastRows } from '#crud/as-of/past-rows.ts';
import { filterByStatus, splitOffStatuses } from '#crud/list/column-filters.ts';
import type { Entity, EntityRecord, ListConditions } from '#crud/model.ts';
import type { Database, Transaction } from '#database';
import type { Schemas } from '#http/contract.ts';
import { readLanguages } from './table.ts';

interface PastExport {
  moment: Moment;
  /** The languages that the records have names in. */
  languages: Set<string>;
  count: number;
  records: AsyncGenerator<EntityRecord[]>;
}

interface PastQuery {
  asOf: string;
  ids: number[] | undefined;
  query: ListConditions;
}

const BATCH_RECORDS = 500;

/**
 * Finds the records that matched at a moment. They are read in batches on demand, each in a transaction of its own: what changes meanwhile
 * has a later position.
 */
export async function exportPastRecords(db: Database, entity: Entity, request: PastQuery): Promise<PastExport> {
  const { moment, languages, ids } = await readAtMoment(db, request.asOf, async (trx, moment) => ({
    moment,
    ...(request.ids
      ? await findByIds(trx, entity, moment, request.ids)
      : await findByConditions(trx, entity, moment, request.query)),
  }));
  return { moment, languages, count: ids.length, records: readBatches(db, entity, moment, ids) };
}

async function findByIds(trx: Transaction, entity: Entity, moment: Moment, ids: number[]) {
  const { stored } = await readPastRecords(
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
  return readPastRows(trx, entity, moment, { query, withLocales: true }, async (parts) => {
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
    const { stored } = await readAgainAtMoment(db, (trx) => readPastRecords(trx, entity, moment, batch));
    yield stored.map(({ record }) => record);
  }
}
