import type { Knex } from 'knex';
import type { Fields, Kind } from './records.ts';

/** A reference in a record: its JSON pointer, and the id of the referenced record. */
export type ResolvedReference = { pointer: string; id: number };

export type ReferenceIds = {
  /** The reference of a field, or undefined if it is empty. */
  reference(field: string, code: unknown): ResolvedReference | undefined;
  /** The references of a list's entries, with their other properties. */
  list(field: string, entries: unknown): (ResolvedReference & { others: Fields })[];
};

/** Reads the ids of all records that an entity may refer to; `newIds` has the ids of the records to be inserted. */
export async function readReferenceIds(
  trx: Knex.Transaction,
  { key, references = {}, lists = {} }: Kind,
  newIds: ReadonlyMap<unknown, number>,
): Promise<ReferenceIds> {
  const kinds = new Set([...Object.values(references), ...Object.values(lists).map(({ kind }) => kind)]);
  const ids = new Map<string, ReadonlyMap<unknown, number>>([[key, newIds]]);
  for (const kind of kinds) if (kind !== key) ids.set(kind, await valuesByCode(trx, kind, 'id'));

  function idOf(kind: string, code: unknown): number {
    const id = ids.get(kind)?.get(code);
    if (id === undefined) throw new Error(`The starter set has no ${kind} ${code}, to which a ${key} refers.`);
    return id;
  }

  return {
    reference(field, code) {
      const kind = references[field];
      return kind && code !== null ? { pointer: `/${field}`, id: idOf(kind, code) } : undefined;
    },
    list(field, entries) {
      const { kind = '', member } = lists[field] ?? {};
      // Cast: the entries are codes, or objects if the list has a member.
      return (entries as (string | Fields)[]).map((entry, position) => {
        if (typeof entry === 'string') {
          return { pointer: `/${field}/${position}`, id: idOf(kind, entry), others: {} };
        }
        const { [String(member)]: code, ...others } = entry;
        return { pointer: `/${field}/${position}/${member}`, id: idOf(kind, code), others };
      });
    },
  };
}

/** One column of all records of an entity, by code. */
export async function valuesByCode<T>(trx: Knex.Transaction, kind: string, column: string): Promise<Map<string, T>> {
  const rows: { code: string; value: T }[] = await trx(kind).select('code', { value: column });
  return new Map(rows.map(({ code, value }) => [code, value]));
}
