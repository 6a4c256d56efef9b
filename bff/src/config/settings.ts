import { type Database, fromJson } from '#database';
import { contract, type EntityKey, type JsonSchema, type Schemas } from '#http/contract.ts';

export type SettingValues = Schemas['Settings'];

export interface Settings {
  /** What is configured. A transaction asks by its own connection: it may hold the last one. */
  current(db?: Database): Promise<SettingValues>;
  /** Who may approve records of a kind. */
  review(entity: EntityKey, db?: Database): Promise<Schemas['Review']>;
  /** After a change in this process: the next question is answered by the database, and whoever listens is told. */
  changed(): void;
  /** Is called after each change in this process. */
  onChange(listener: () => void): void;
}

/** What a process believes may be this old, in milliseconds. */
const CACHE_MS = 2000;

const settingSchemas: Record<string, JsonSchema & { 'x-default'?: unknown }> =
  contract.components.schemas.Settings.properties;

// only kinds have a setting of their own in `review`
const defaultReviews = Object.fromEntries(
  contract.tags
    .filter((tag: { name: string }) => Object.hasOwn(settingSchemas.review?.properties ?? {}, tag.name))
    .map((tag: { name: string; 'x-review'?: string }) => [tag.name, tag['x-review'] ?? 'second-person']),
);

/** What holds where nothing else is stored. */
export const defaultSettings = {
  ...Object.fromEntries(Object.entries(settingSchemas).map(([name, schema]) => [name, schema['x-default']])),
  review: defaultReviews,
  // the linter sees that every setting but `review` has its default
} as SettingValues;

/** Stored values over the defaults, so that a setting added later is there too. */
export function withDefaults(stored: Partial<SettingValues>): SettingValues {
  return { ...defaultSettings, ...stored, review: { ...defaultSettings.review, ...stored.review } };
}

const read = async (db: Database): Promise<SettingValues> =>
  withDefaults(fromJson((await db('settings').where('id', 1).first('content'))?.content ?? '{}'));

interface Cache {
  values?: SettingValues;
  /** When the question for them was put. */
  readAt: number;
  /** The question that is under way, which all who ask meanwhile wait for. */
  reading?: Promise<SettingValues> | undefined;
}

const emptyCache = (): Cache => ({ readAt: Number.NEGATIVE_INFINITY });

/** The configuration is a row; each process reads it anew every two seconds at most. */
export function createSettings(pool: Database): Settings {
  const listeners: (() => void)[] = [];
  let cache = emptyCache();

  const readInto = async (target: Cache, db: Database): Promise<SettingValues> => {
    const readAt = performance.now();
    const values = await read(db);
    if (readAt > target.readAt) Object.assign(target, { values, readAt });
    return values;
  };
  const current = async (db: Database = pool): Promise<SettingValues> => {
    const own = cache;
    if (own.values && performance.now() - own.readAt < CACHE_MS) return own.values;
    // a transaction waits for nobody: whoever it waited for might wait for its connection
    if (db !== pool) return readInto(own, db);
    own.reading ??= readInto(own, pool).finally(() => {
      own.reading = undefined;
    });
    return own.reading;
  };
  return {
    current,
    review: async (entity, db) => (await current(db)).review[entity],
    changed: () => {
      // what is being read meanwhile goes into the cache that was
      cache = emptyCache();
      for (const listener of listeners) listener();
    },
    onChange: (listener) => void listeners.push(listener),
  };
}
