import { entityByKey, fieldOf } from '#crud/entity.ts';
import type { Crud, Entity } from '#crud/model.ts';
import { type Database, executeText, fromJson } from '#database';
import type { EntityKey, Schemas } from '#http/contract.ts';

/** A text that stands for a record of a kind, in a record of that country. */
export interface ReferenceText {
  kind: EntityKey;
  text: string;
  /** Its code, where it is known. */
  country?: string | undefined;
}

/** What a text stands for: the code of a record, of none, or of which of several nobody can say. */
export type Resolution = { code: string } | 'none' | 'ambiguous';

interface NamedRecord {
  code: string;
  country: string | null;
}

const fold = (name: string) => name.trim().toLowerCase();

/**
 * Finds records by what files call them: one query per kind for codes not asked for before, names read where a code is none. Several
 * may learn from it at a time.
 * @param since a code that a record has lost after that stands for it still. Codes are then asked for each time, since a record may
 * lose its code while the file is worked on
 */
export function createReferenceResolver({ db, entities }: Pick<Crud, 'db' | 'entities'>, since?: Date) {
  const knownCodesByKind = new Map<EntityKey, Map<string, boolean>>();
  /** Of records that have come into being since, which a question may have been too early for. */
  const addedCodes = new Set<string>();
  const currentCodes = new Map<string, string>();
  const recordsByName = new Map<EntityKey, Map<string, NamedRecord[]>>();
  const nameReads = new Map<EntityKey, Promise<void>>();

  const codesOf = (kind: EntityKey) => {
    const knownCodes = knownCodesByKind.get(kind) ?? new Map<string, boolean>();
    knownCodesByKind.set(kind, knownCodes);
    return knownCodes;
  };
  const codeOf = ({ kind, text }: ReferenceText): string | undefined => {
    const code = text.toUpperCase();
    return codesOf(kind).get(code) ? code : currentCodes.get(`${kind} ${code}`);
  };

  const lookUpCodes = async (by: Database, kind: EntityKey, unknownCodes: Set<string>) => {
    const knownCodes = codesOf(kind);
    const existingCodes = new Set(
      await by(kind)
        .whereIn('code', [...unknownCodes])
        .pluck('code'),
    );
    const missing = [...unknownCodes].filter((code) => !existingCodes.has(code));
    if (since !== undefined && missing.length > 0)
      for (const { former, code } of await renamedSince(by, kind, missing, since))
        currentCodes.set(`${kind} ${former}`, code);
    for (const code of unknownCodes) {
      const name = `${kind} ${code}`;
      knownCodes.set(code, existingCodes.has(code) || (addedCodes.has(name) && !currentCodes.has(name)));
    }
  };
  const readNames = async (kind: EntityKey) => {
    recordsByName.set(kind, await readNamesOf(db, entityByKey({ entities }, kind)));
  };
  const preloadKind = async (by: Database, kind: EntityKey, references: ReferenceText[]) => {
    const knownCodes = codesOf(kind);
    const codes = references.map(({ text }) => text.toUpperCase());
    const unknownCodes = new Set(since === undefined ? codes.filter((code) => !knownCodes.has(code)) : codes);
    if (unknownCodes.size > 0) await lookUpCodes(by, kind, unknownCodes);
    if (recordsByName.has(kind) || references.every(codeOf)) return;
    // by a connection of its own: who waits for it may hold what the other's waits for
    const reading = nameReads.get(kind) ?? readNames(kind).finally(() => nameReads.delete(kind));
    nameReads.set(kind, reading);
    await reading;
  };

  return {
    /** Reads what `find` is then asked for. */
    async preload(by: Database, all: ReferenceText[]): Promise<void> {
      for (const kind of new Set(all.map((each) => each.kind)))
        await preloadKind(
          by,
          kind,
          all.filter((each) => each.kind === kind),
        );
    },

    find(reference: ReferenceText): Resolution {
      const { kind, text, country } = reference;
      const code = codeOf(reference);
      if (code !== undefined) return { code };
      const all = recordsByName.get(kind)?.get(fold(text)) ?? [];
      const candidates =
        country === undefined ? all : all.filter((each) => each.country === null || each.country === country);
      const [first] = candidates;
      if (!first) return 'none';
      return candidates.length === 1 ? { code: first.code } : 'ambiguous';
    },

    /** Tells of records that have come into being since. */
    add(kind: EntityKey, code: string): void {
      addedCodes.add(`${kind} ${code}`);
      codesOf(kind).set(code, true);
    },
  };
}

export type ReferenceResolver = ReturnType<typeof createReferenceResolver>;

/** Records that have lost one of these codes since, and what their code is now. */
async function renamedSince(db: Database, kind: EntityKey, codes: string[], since: Date) {
  // a kind's key is its table's name
  const sql = `SELECT former.code AS former, record.code
    FROM data_log AS former
    JOIN data_log AS next ON next.entity = former.entity AND next.record_id = former.record_id
      AND next.version = former.version + 1 AND next.code <> former.code AND next.time >= ?
    JOIN ?? AS record ON record.id = former.record_id
    WHERE former.entity = ? AND former.code IN (?)
    ORDER BY next.seq`;
  return executeText<{ former: string; code: string }[]>(db, sql, [since, kind, kind, codes]);
}

const BATCH_ROWS = 2000;

interface NameRow {
  id: number;
  code: string;
  name: string;
  locales: unknown;
  country: string | null;
}

/** The records of a kind by all their names. */
async function readNamesOf(db: Database, entity: Entity): Promise<Map<string, NamedRecord[]>> {
  const recordsByName = new Map<string, NamedRecord[]>();
  for (let after = 0, size = BATCH_ROWS; size === BATCH_ROWS; ) {
    const rows: NameRow[] = await nameRows(db, entity)
      .where('record.id', '>', after)
      .orderBy('record.id')
      .limit(BATCH_ROWS);
    for (const row of rows) addNames(recordsByName, row);
    [after, size] = [rows.at(-1)?.id ?? after, rows.length];
  }
  return recordsByName;
}

function nameRows(db: Database, entity: Entity) {
  const rows = db({ record: entity.table }).select('record.id', 'record.code', 'record.name', 'record.locales');
  if (fieldOf(entity, 'country')?.reference !== 'country') return rows.select({ country: db.raw('NULL') });
  return rows.leftJoin('country', 'country.id', 'record.country_id').select({ country: 'country.code' });
}

function addNames(recordsByName: Map<string, NamedRecord[]>, { code, name, locales, country }: NameRow): void {
  const translated = Object.values(fromJson<Schemas['Locales'] | null>(locales) ?? {});
  for (const each of new Set([name, ...translated.map((one) => one.name)].map(fold))) {
    const named = recordsByName.get(each);
    if (named) named.push({ code, country });
    else recordsByName.set(each, [{ code, country }]);
  }
}
