import type { Knex } from 'knex';
import { toItemColumns } from '../../bff/src/change-sets/set-items.ts';
import { fieldsOf, lockRecords } from '../../bff/src/crud/rows.ts';
import { airport } from '../../bff/src/entities/airport.ts';

const ITEMS_PER_SET = 500;
const DAYS_AHEAD = 30;

/** Schedules change sets that rename these airports in a month, 500 in each set. */
export async function fillScheduledSets(db: Knex, airportIds: number[]): Promise<void> {
  for (let offset = 0; offset < airportIds.length; offset += ITEMS_PER_SET)
    await db.transaction((trx) => insertScheduledSet(trx, airportIds.slice(offset, offset + ITEMS_PER_SET)));
}

async function insertScheduledSet(trx: Knex.Transaction, airportIds: number[]): Promise<void> {
  const time = new Date();
  const dueTime = new Date(time.getTime() + DAYS_AHEAD * 86_400_000);
  const author = await trx('user').where('username', 'editor').first({ author_id: 'id', author: 'username' });
  const [setId] = await trx('change_set').insert({
    ...author,
    ...{ kind: 'manual', title: 'Renamed airports', status: 'scheduled' },
    ...{ effective_on: dueTime, zone: 'UTC', due_time: dueTime },
    ...{ submit_time: time, decide_time: time, create_time: time, update_time: time },
  });
  const airports = await lockRecords(trx, airport, airportIds);
  const items = [...airports.values()].map(({ record, refs }) => {
    const base = { fields: fieldsOf(airport, record), refs };
    const after = { fields: { ...base.fields, name: `${record.name} International` }, refs };
    const { id: recordId, version: baseVersion, status: baseStatus } = record;
    const draft = { entity: 'airport', action: 'update', recordId, base, baseVersion, baseStatus, after } as const;
    return {
      ...toItemColumns({ ...draft, event: null, become: 'active' }),
      ...author,
      ...{ change_set_id: setId, open: null, time },
    };
  });
  await trx('proposal').insert(items);
}
