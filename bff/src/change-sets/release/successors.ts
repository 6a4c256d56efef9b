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
export function resolveReferences(
  entity: Entity,
  { fields, refs }: ResolvedValues,
  successors: Successors,
  createdIds: ReadonlyMap<number, number> = new Map(),
): ResolvedValues {
  const resolved = Object.entries(refs).map(([pointer, id]): [string, number] => {
    const lasting = successors.get(`${referencedEntityKey(entity, pointer)} ${id}`) ?? id;
    return [pointer, createdIds.get(-lasting) ?? lasting];
  });
  return withoutRepeatedEntries({ fields, refs: Object.fromEntries(resolved) });
}

/** Removes the later entries of a list that refer to the same record, such as a deleted record's successor that is listed, too. */
function withoutRepeatedEntries({ fields, refs }: ResolvedValues): ResolvedValues {
  const repeated = new Map<string, Set<number>>();
  const seen = new Set<string>();
  for (const [pointer, id] of Object.entries(refs)) {
    const { name, index } = toListPlace(pointer);
    if (index === undefined) continue;
    if (seen.has(`${name} ${id}`)) repeated.set(name, (repeated.get(name) ?? new Set()).add(index));
    seen.add(`${name} ${id}`);
  }
  if (repeated.size === 0) return { fields, refs };
  const withoutRepeated = (name: string, list: unknown) =>
    Array.isArray(list) ? list.filter((_, index) => !repeated.get(name)?.has(index)) : list;
  return {
    fields: Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, withoutRepeated(name, value)])),
    refs: Object.fromEntries(
      Object.entries(refs).flatMap(([pointer, id]): [string, number][] => {
        const { name, index, member } = toListPlace(pointer);
        const removed = repeated.get(name);
        if (index === undefined || !removed) return [[pointer, id]];
        if (removed.has(index)) return [];
        const newIndex = index - [...removed].filter((each) => each < index).length;
        return [[`/${[name, newIndex, ...member].join('/')}`, id]];
      }),
    ),
  };
}

/** Splits the pointer of a reference as `/airports/0/airport`; one outside of a list has no index. */
function toListPlace(pointer: string): { name: string; index: number | undefined; member: string[] } {
  const [, name = '', index, ...member] = pointer.split('/');
  return { name, index: index === undefined ? undefined : Number(index), member };
}
