import { entityByKey, fieldOf } from '#crud/entity.ts';
import type { CrudContext, Entity } from '#crud/model.ts';
import { type Database, executeUnprepared, fromJson } from '#database';
import type { EntityKey, Schemas } from '#http/contract.ts';

/** A text in a file that refers to a record. */
export interface ReferenceText {
  entityKey: EntityKey;
  text: string;
  /** The country of the record that contains the reference, if known. */
  country?: string | undefined;
}

/** The result of a lookup: the code of one record, none, or several candidates. */
export type Resolution = { code: string } | 'none' | 'ambiguous';

interface NamedRecord {
  code: string;
  country: string | null;
}

const fold = (name: string) => name.trim().toLowerCase();

/**
 * Creates a resolver that finds records by code or name. Unknown codes are looked up with one query per entity; all names of an entity
 * are read once a text matches no code. Concurrent calls are allowed.
 * @param since codes that a record had at this time still refer to it. Codes are then looked up each time, as records may be renamed
 * while the file is processed
 */
export function createReferenceResolver({ db, entities }: Pick<CrudContext, 'db' | 'entities'>, since?: Date) {
  const knownCodesByEntity = new Map<EntityKey, Map<string, boolean>>();
  /** Codes of records created since, which a concurrent query may have missed. */
  const addedCodes = new Set<string>();
  const currentCodes = new Map<string, string>();
  const recordsByName = new Map<EntityKey, Map<string, NamedRecord[]>>();
  const nameReads = new Map<EntityKey, Promise<void>>();

  const knownCodesOf = (entityKey: EntityKey) => {
    const knownCodes = knownCodesByEntity.get(entityKey) ?? new Map<string, boolean>();
    knownCodesByEntity.set(entityKey, knownCodes);
    return knownCodes;
  };
  const codeOf = ({ entityKey, text }: ReferenceText): string | undefined => {
    const code = text.toUpperCase();
    return knownCodesOf(entityKey).get(code) ? code : currentCodes.get(`${entityKey} ${code}`);
  };

  const lookUpCodes = async (connection: Database, entityKey: EntityKey, codesToLookUp: Set<string>) => {
    const knownCodes = knownCodesOf(entityKey);
    const existingCodes = new Set(
      await connection(entityKey)
        .whereIn('code', [...codesToLookUp])
        .pluck('code'),
    );
    const missing = [...codesToLookUp].filter((code) => !existingCodes.has(code));
    if (since !== undefined && missing.length > 0)
      for (const { former, code } of await renamedSince(connection, entityKey, missing, since))
        currentCodes.set(`${entityKey} ${former}`, code);
    for (const code of codesToLookUp) {
      const name = `${entityKey} ${code}`;
      knownCodes.set(code, existingCodes.has(code) || (addedCodes.has(name) && !currentCodes.has(name)));
    }
  };
  const readNames = async (entityKey: EntityKey) => {
    recordsByName.set(entityKey, await readNamesOf(db, entityByKey({ entities }, entityKey)));
  };
  const preloadEntity = async (connection: Database, entityKey: EntityKey, references: ReferenceText[]) => {
    const knownCodes = knownCodesOf(entityKey);
    const codes = references.map(({ text }) => text.toUpperCase());
    const codesToLookUp = new Set(since === undefined ? codes.filter((code) => !knownCodes.has(code)) : codes);
    if (codesToLookUp.size > 0) await lookUpCodes(connection, entityKey, codesToLookUp);
    if (recordsByName.has(entityKey) || references.every(codeOf)) return;
    // uses a separate connection, as waiting callers may hold locks that block each other's transactions
    const reading = nameReads.get(entityKey) ?? readNames(entityKey).finally(() => nameReads.delete(entityKey));
    nameReads.set(entityKey, reading);
    await reading;
  };

  return {
    /** Loads the records that `find` needs for these references. */
    async preload(connection: Database, all: ReferenceText[]): Promise<void> {
      for (const entityKey of new Set(all.map((reference) => reference.entityKey)))
        await preloadEntity(
          connection,
          entityKey,
          all.filter((reference) => reference.entityKey === entityKey),
        );
    },

    find(reference: ReferenceText): Resolution {
      const { entityKey, text, country } = reference;
      const code = codeOf(reference);
      if (code !== undefined) return { code };
      const all = recordsByName.get(entityKey)?.get(fold(text)) ?? [];
      const candidates =
        country === undefined ? all : all.filter((record) => record.country === null || record.country === country);
      const [first] = candidates;
      if (!first) return 'none';
      return candidates.length === 1 ? { code: first.code } : 'ambiguous';
    },

    /** Adds a record that has been created since. */
    add(entityKey: EntityKey, code: string): void {
      addedCodes.add(`${entityKey} ${code}`);
      knownCodesOf(entityKey).set(code, true);
    },
  };
}

export type ReferenceResolver = ReturnType<typeof createReferenceResolver>;

/** Finds records that have lost one of these codes since, with their current codes. */
async function renamedSince(db: Database, entityKey: EntityKey, codes: string[], since: Date) {
  // an entity's key is also its table's name
  const sql = `SELECT former.code AS former, record.code
    FROM data_log AS former
    JOIN data_log AS next ON next.entity = former.entity AND next.record_id = former.record_id
      AND next.version = former.version + 1 AND next.code <> former.code AND next.time >= ?
    JOIN ?? AS record ON record.id = former.record_id
    WHERE former.entity = ? AND former.code IN (?)
    ORDER BY next.seq`;
  return executeUnprepared<{ former: string; code: string }[]>(db, sql, [since, entityKey, entityKey, codes]);
}

const BATCH_ROWS = 2000;

interface NameRow {
  id: number;
  code: string;
  name: string;
  locales: unknown;
  country: string | null;
}

/** Reads the records of an entity by all their names. */
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
  for (const foldedName of new Set([name, ...translated.map((locale) => locale.name)].map(fold))) {
    const namesakes = recordsByName.get(foldedName);
    if (namesakes) namesakes.push({ code, country });
    else recordsByName.set(foldedName, [{ code, country }]);
  }
}
