import { entityByKey, hasCode } from '#crud/entity.ts';
import type { CrudContext, Entity, ResolvedValues } from '#crud/model.ts';
import { referencedEntityKey } from '#crud/references/reference-paths.ts';
import type { Database } from '#database';
import type { CodeChange } from '../set-items.ts';

/** The records that get the codes of those which a set deletes, by `entity id` of the deleted one; −7 is the one that the item 7 creates. */
export type Successors = ReadonlyMap<string, number>;

/** Finds successors among what items do to codes. `deletedCodes` has the codes of the deleted records by `entity id`. */
export function findSuccessors(
  changes: readonly Omit<CodeChange, 'writtenVersion'>[],
  deletedCodes: ReadonlyMap<string, unknown>,
): Successors {
  const idsByCode = new Map(
    changes.flatMap(({ id, entity, recordId, code }): [string, number][] =>
      code === null ? [] : [[`${entity} ${code}`, recordId ?? -id]],
    ),
  );
  return new Map(
    changes.flatMap(({ entity, recordId, code }): [string, number][] => {
      const key = `${entity} ${recordId}`;
      const successor = code === null ? idsByCode.get(`${entity} ${deletedCodes.get(key)}`) : undefined;
      return successor === undefined ? [] : [[key, successor]];
    }),
  );
}

/** Reads the successors of the records that a set deletes, or has deleted, from what its items do to codes. */
export async function readSuccessors(
  crud: Pick<CrudContext, 'entities'>,
  db: Database,
  changes: readonly CodeChange[],
): Promise<Successors> {
  const deletions = changes.filter(({ code }) => code === null);
  if (deletions.length === 0 || deletions.length === changes.length) return new Map();
  const deleted: (Pick<CodeChange, 'entity' | 'recordId'> & { code: string | null })[] = await db('proposal')
    .whereIn(
      'id',
      deletions.map(({ id }) => id),
    )
    .select('entity', { recordId: 'record_id' }, db.raw("JSON_VALUE(base, '$.code') AS code"));
  const codes = new Map<string, unknown>(deleted.map(({ entity, recordId, code }) => [`${entity} ${recordId}`, code]));
  // a record may have got another code since its item was added
  for (const key of new Set(deletions.map(({ entity }) => entity))) {
    const entity = entityByKey(crud, key);
    const ids = deletions.flatMap((each) => (each.entity === key ? (each.recordId ?? []) : []));
    const rows: { id: number; code: string }[] = hasCode(entity)
      ? await db(entity.table).whereIn('id', ids).select('id', 'code')
      : [];
    for (const { id, code } of rows) codes.set(`${key} ${id}`, code);
  }
  return findSuccessors(changes, codes);
}

/** Lets values refer to the successors of deleted records, and to the records that items have created. */
export const resolveReferences = (
  entity: Entity,
  { fields, refs }: ResolvedValues,
  successors: Successors,
  createdIds: ReadonlyMap<number, number> = new Map(),
): ResolvedValues => ({
  fields,
  refs: Object.fromEntries(
    Object.entries(refs).map(([pointer, id]) => {
      const lasting = successors.get(`${referencedEntityKey(entity, pointer)} ${id}`) ?? id;
      return [pointer, createdIds.get(-lasting) ?? lasting];
    }),
  ),
});
