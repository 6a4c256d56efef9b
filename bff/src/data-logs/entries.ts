import { entityByKey, identityOf } from '#crud/entity.ts';
import type { Crud, Entity, EntityRecord } from '#crud/model.ts';
import { changedPointers } from '#crud/pointers.ts';
import { fromJson } from '#database';
import type { Schemas } from '#http/contract.ts';
import type { LogRow } from '#logs/read-log.ts';
import { versionsToday } from './today.ts';

type Entry = Schemas['DataLogEntry'];

export interface Told {
  entry: Entry;
  /** The record's version today; null while it is deleted. */
  recordVersion: number | null;
  before: EntityRecord | null;
  after: EntityRecord | null;
}

/** Rows of the log as the contract has them, with one query for what is there of them today. */
export async function tell(crud: Crud, rows: LogRow[]): Promise<Told[]> {
  const versions = await versionsToday(crud.db, rows);
  return rows.map((row) => {
    const entity = entityByKey(crud, String(row.entity));
    const [before, after] = [fromJson<Told['before']>(row.before), fromJson<Told['after']>(row.after)];
    const { name, locales } = identityOf(entity, after ?? before ?? {});
    const recordVersion = versions.get(`${row.entity} ${row.record_id}`) ?? null;
    const entry: Entry = {
      seq: Number(row.id),
      position: row.position === null ? null : Number(row.position),
      time: row.time.toISOString(),
      entity: entity.key,
      recordId: Number(row.record_id),
      code: row.code === null ? null : String(row.code),
      name,
      locales,
      action: row.action as Entry['action'],
      version: Number(row.version),
      actor: String(row.actor),
      ...(row.proposer ? { proposer: String(row.proposer) } : {}),
      ...(row.reason ? { reason: String(row.reason) } : {}),
      changes: before && after ? changedPointers(before, after, namesOf(entity)) : [],
      exists: recordVersion !== null,
    };
    return { entry, recordVersion, before, after };
  });
}

const namesOf = ({ fields }: Entity) => fields.map(({ name }) => name);
