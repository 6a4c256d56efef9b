import { type Database, executeText } from '#database';
import type { EntityKey } from '#http/contract.ts';
import { fieldOf } from './entity.ts';
import type { Entity, Field, Fields, ReferenceList } from './model.ts';

/** Where a record holds another's code. */
export interface ReferencePath {
  pointer: string;
  kind: EntityKey;
  code: string;
}

/** The codes that these fields hold, each with its place and the kind that it is of. */
export function collectReferences(entity: Entity, fields: Fields): ReferencePath[] {
  const paths: ReferencePath[] = [];
  for (const { name, reference, list } of referenceFields(entity)) {
    const value = fields[name];
    if (value === null || value === undefined) continue;
    if (reference) paths.push({ pointer: `/${name}`, kind: reference, code: String(value) });
    else if (list && Array.isArray(value)) paths.push(...listReferences(name, list, value));
  }
  return paths;
}

const listReferences = (name: string, { member, reference: kind }: ReferenceList, entries: (string | Fields)[]) =>
  entries.map((entry, index) => {
    const at = `/${name}/${index}`;
    return typeof entry === 'object' && member
      ? { pointer: `${at}/${member}`, kind, code: String(entry[member]) }
      : { pointer: at, kind, code: String(entry) };
  });

const referenceFieldsByEntity = new WeakMap<Entity, Field[]>();

/** The fields that refer to other records. */
export function referenceFields(entity: Entity): Field[] {
  const fields =
    referenceFieldsByEntity.get(entity) ?? entity.fields.filter(({ reference, list }) => reference ?? list);
  referenceFieldsByEntity.set(entity, fields);
  return fields;
}

/** The kind whose records a place refers to. */
export function referencedKind(entity: Entity, pointer: string): EntityKey | undefined {
  const end = pointer.indexOf('/', 1);
  const field = fieldOf(entity, end < 0 ? pointer.slice(1) : pointer.slice(1, end));
  return field?.reference ?? field?.list?.reference;
}

/** Per kind, each value once. */
function groupByKind<T>(entries: Iterable<[EntityKey, T]>): Map<EntityKey, Set<T>> {
  const groups = new Map<EntityKey, Set<T>>();
  for (const [kind, value] of entries) groups.set(kind, (groups.get(kind) ?? new Set()).add(value));
  return groups;
}

/**
 * The ids of records by `kind code`, one query per kind. They are locked, so that none is deleted or renamed before
 * what refers to it is written.
 */
export async function lockByCode(trx: Database, paths: ReferencePath[]): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  for (const [kind, codes] of groupByKind(paths.map(({ kind, code }): [EntityKey, string] => [kind, code]))) {
    // `version` makes it lock the row: with what the key of `code` holds, the key's entry alone would be locked
    const sql = 'SELECT id, code, version FROM ?? WHERE code IN (?) LOCK IN SHARE MODE';
    const rows = await executeText<{ id: number; code: string }[]>(trx, sql, [kind, [...codes]]);
    for (const { id, code } of rows) ids.set(`${kind} ${code}`, id);
  }
  return ids;
}

/** What stands for a record where another one refers to it. */
export interface Target {
  code: string;
  name: string;
  /** JSON. */
  locales: unknown;
}

/** What is referred to, by `kind id`. */
export type Targets = ReadonlyMap<string, Target>;

/** Records that these refer to as they are today, one query per kind; locked, none is renamed or deleted meanwhile. */
export async function targetsById(
  db: Database,
  entity: Entity,
  refs: Record<string, number>[],
  lock = false,
): Promise<Targets> {
  const targets = new Map<string, Target>();
  const wanted = refs.flatMap((held) =>
    Object.entries(held).flatMap(([pointer, id]): [EntityKey, number][] => {
      const kind = referencedKind(entity, pointer);
      return kind ? [[kind, id]] : [];
    }),
  );
  const read = [...groupByKind(wanted)].map(async ([kind, ids]) => {
    // a kind's key is its table's name
    const sql = `SELECT id, code, name, locales FROM ?? WHERE id IN (?)${lock ? ' LOCK IN SHARE MODE' : ''}`;
    const rows = await executeText<(Target & { id: number })[]>(db, sql, [kind, [...ids]]);
    for (const { id, ...target } of rows) targets.set(`${kind} ${id}`, target);
  });
  await Promise.all(read);
  return targets;
}
