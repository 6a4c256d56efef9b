import { type Database, fromJson } from '#database';
import { contract, type EntityKey, type JsonSchema, type Schemas } from '#http/contract.ts';

export type SettingValues = Schemas['Settings'];

export interface Settings {
  /** Returns the current settings. A transaction must pass its own connection, as the pool may have no other one left. */
  current(db?: Database): Promise<SettingValues>;
  /** Returns who may approve records of an entity. */
  review(entity: EntityKey, db?: Database): Promise<Schemas['Review']>;
  /** Clears the cache after a change in this process and calls the listeners. */
  changed(): void;
  /** Adds a listener for changes in this process. */
  onChange(listener: () => void): void;
}

/** How old cached settings may be. */
const CACHE_MS = 2000;

const SETTING_SCHEMAS: Record<string, JsonSchema & { 'x-default'?: unknown }> =
  contract.components.schemas.Settings.properties;

// `review` contains one setting per entity
const DEFAULT_REVIEWS = Object.fromEntries(
  contract.tags
    .filter((tag: { name: string }) => Object.hasOwn(SETTING_SCHEMAS.review?.properties ?? {}, tag.name))
    .map((tag: { name: string; 'x-review'?: string }) => [tag.name, tag['x-review'] ?? 'second-person']),
);

/** The settings that apply unless others are stored. */
export const DEFAULT_SETTINGS = {
  ...Object.fromEntries(Object.entries(SETTING_SCHEMAS).map(([name, schema]) => [name, schema['x-default']])),
  review: DEFAULT_REVIEWS,
  // the cast: the contract's linter requires a default for every setting except `review`
} as SettingValues;

/** Merges stored values into the defaults, so that settings which were added later are present. */
export function withDefaults(stored: Partial<SettingValues>): SettingValues {
  return { ...DEFAULT_SETTINGS, ...stored, review: { ...DEFAULT_SETTINGS.review, ...stored.review } };
}

const readSettings = async (db: Database): Promise<SettingValues> =>
  withDefaults(fromJson((await db('settings').where('id', 1).first('content'))?.content ?? '{}'));

interface SettingsCache {
  values?: SettingValues;
  /** When the read was started. */
  readTime: number;
  /** The running read, which concurrent callers share. */
  pendingRead?: Promise<SettingValues> | undefined;
}

const createEmptyCache = (): SettingsCache => ({ readTime: Number.NEGATIVE_INFINITY });

/** Creates access to the settings, which are a row that each process caches for two seconds. */
export function createSettings(pool: Database): Settings {
  const listeners: (() => void)[] = [];
  let cache = createEmptyCache();

  const readInto = async (cacheToFill: SettingsCache, db: Database): Promise<SettingValues> => {
    const readTime = performance.now();
    const values = await readSettings(db);
    if (readTime > cacheToFill.readTime) Object.assign(cacheToFill, { values, readTime });
    return values;
  };
  const current = async (db: Database = pool): Promise<SettingValues> => {
    const currentCache = cache;
    if (currentCache.values && performance.now() - currentCache.readTime < CACHE_MS) return currentCache.values;
    // a transaction must not share a read that may be waiting for the connection which the transaction holds
    if (db !== pool) return readInto(currentCache, db);
    currentCache.pendingRead ??= readInto(currentCache, pool).finally(() => {
      currentCache.pendingRead = undefined;
    });
    return currentCache.pendingRead;
  };
  return {
    current,
    review: async (entity, db) => (await current(db)).review[entity],
    changed: () => {
      // a running read fills the old cache, which is no longer used
      cache = createEmptyCache();
      for (const listener of listeners) listener();
    },
    onChange: (listener) => void listeners.push(listener),
  };
}
