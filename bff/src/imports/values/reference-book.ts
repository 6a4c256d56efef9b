import { entityByKey, fieldOf } from '#crud/entity.ts';
import type { Crud, Entity } from '#crud/model.ts';
import { type Database, fromJson, written } from '#database';
import type { EntityKey, Schemas } from '#http/contract.ts';

/** A text that stands for a record of a kind, in a record of that country. */
export interface Sought {
  kind: EntityKey;
  text: string;
  /** Its code, where it is known. */
  country?: string | undefined;
}

/** What a text stands for: the code of a record, of none, or of which of several nobody can say. */
export type Found = { code: string } | 'none' | 'several';

interface Named {
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
export function createReferenceBook({ db, entities }: Pick<Crud, 'db' | 'entities'>, since?: Date) {
  const codes = new Map<EntityKey, Map<string, boolean>>();
  /** Of records that have come into being since, which a question may have been too early for. */
  const added = new Set<string>();
  const renamed = new Map<string, string>();
  const names = new Map<EntityKey, Map<string, Named[]>>();
  const readings = new Map<EntityKey, Promise<void>>();

  const codesOf = (kind: EntityKey) => {
    const known = codes.get(kind) ?? new Map<string, boolean>();
    codes.set(kind, known);
    return known;
  };
  const codeOf = ({ kind, text }: Sought): string | undefined => {
    const code = text.toUpperCase();
    return codesOf(kind).get(code) ? code : renamed.get(`${kind} ${code}`);
  };

  const lookUp = async (by: Database, kind: EntityKey, unseen: Set<string>) => {
    const known = codesOf(kind);
    const there = new Set(
      await by(kind)
        .whereIn('code', [...unseen])
        .pluck('code'),
    );
    const missing = [...unseen].filter((code) => !there.has(code));
    if (since !== undefined && missing.length > 0)
      for (const { former, code } of await renamedSince(by, kind, missing, since))
        renamed.set(`${kind} ${former}`, code);
    for (const code of unseen) {
      const name = `${kind} ${code}`;
      known.set(code, there.has(code) || (added.has(name) && !renamed.has(name)));
    }
  };
  const readNames = async (kind: EntityKey) => {
    names.set(kind, await namesOf(db, entityByKey({ entities }, kind)));
  };
  const look = async (by: Database, kind: EntityKey, sought: Sought[]) => {
    const known = codesOf(kind);
    const texts = sought.map(({ text }) => text.toUpperCase());
    const unseen = new Set(since === undefined ? texts.filter((code) => !known.has(code)) : texts);
    if (unseen.size > 0) await lookUp(by, kind, unseen);
    if (names.has(kind) || sought.every(codeOf)) return;
    // by a connection of its own: who waits for it may hold what the other's waits for
    const reading = readings.get(kind) ?? readNames(kind).finally(() => readings.delete(kind));
    readings.set(kind, reading);
    await reading;
  };

  return {
    /** Reads what `find` is then asked for. */
    async learn(by: Database, all: Sought[]): Promise<void> {
      for (const kind of new Set(all.map((each) => each.kind)))
        await look(
          by,
          kind,
          all.filter((each) => each.kind === kind),
        );
    },

    find(sought: Sought): Found {
      const { kind, text, country } = sought;
      const code = codeOf(sought);
      if (code !== undefined) return { code };
      const all = names.get(kind)?.get(fold(text)) ?? [];
      const here =
        country === undefined ? all : all.filter((each) => each.country === null || each.country === country);
      const [first] = here;
      if (!first) return 'none';
      return here.length === 1 ? { code: first.code } : 'several';
    },

    /** Tells of records that have come into being since. */
    add(kind: EntityKey, code: string): void {
      added.add(`${kind} ${code}`);
      codesOf(kind).set(code, true);
    },
  };
}

export type ReferenceBook = ReturnType<typeof createReferenceBook>;

/** Records that have lost one of these codes since, and what their code is now. */
async function renamedSince(db: Database, kind: EntityKey, codes: string[], since: Date) {
  // a kind's key is its table's name
  const sql = `SELECT former.code AS former, own.code
    FROM data_log AS former
    JOIN data_log AS next ON next.entity = former.entity AND next.record_id = former.record_id
      AND next.version = former.version + 1 AND next.code <> former.code AND next.time >= ?
    JOIN ?? AS own ON own.id = former.record_id
    WHERE former.entity = ? AND former.code IN (?)
    ORDER BY next.seq`;
  return written<{ former: string; code: string }[]>(db, sql, [since, kind, kind, codes]);
}

const batch = 2000;

interface NameRow {
  id: number;
  code: string;
  name: string;
  locales: unknown;
  country: string | null;
}

/** The records of a kind by all their names. */
async function namesOf(db: Database, entity: Entity): Promise<Map<string, Named[]>> {
  const found = new Map<string, Named[]>();
  for (let after = 0, size = batch; size === batch; ) {
    const rows: NameRow[] = await nameRows(db, entity).where('own.id', '>', after).orderBy('own.id').limit(batch);
    for (const row of rows) addNames(found, row);
    [after, size] = [rows.at(-1)?.id ?? after, rows.length];
  }
  return found;
}

function nameRows(db: Database, entity: Entity) {
  const rows = db({ own: entity.table }).select('own.id', 'own.code', 'own.name', 'own.locales');
  if (fieldOf(entity, 'country')?.reference !== 'country') return rows.select({ country: db.raw('NULL') });
  return rows.leftJoin('country', 'country.id', 'own.country_id').select({ country: 'country.code' });
}

function addNames(found: Map<string, Named[]>, { code, name, locales, country }: NameRow): void {
  const translated = Object.values(fromJson<Schemas['Locales'] | null>(locales) ?? {});
  for (const each of new Set([name, ...translated.map((one) => one.name)].map(fold))) {
    const named = found.get(each);
    if (named) named.push({ code, country });
    else found.set(each, [{ code, country }]);
  }
}
