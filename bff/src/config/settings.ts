import { type Database, fromJson } from '#database';
import { contract, type EntityKey, type JsonSchema, type Schemas } from '#http/contract.ts';

export type SettingValues = Schemas['Settings'];

export interface Settings {
  /** What is configured. A transaction asks by its own connection: it may hold the last one. */
  current(db?: Database): Promise<SettingValues>;
  /** Who may approve records of a kind. */
  review(entity: EntityKey, db?: Database): Promise<Schemas['Review']>;
}

/** What a process believes may be this old, in milliseconds. */
const cachedFor = 2000;

const properties: Record<string, JsonSchema & { default?: unknown }> = contract.components.schemas.Settings.properties;

// only kinds have a setting of their own in `review`
const reviews = Object.fromEntries(
  contract.tags
    .filter((tag: { name: string }) => Object.hasOwn(properties.review?.properties ?? {}, tag.name))
    .map((tag: { name: string; 'x-review'?: string }) => [tag.name, tag['x-review'] ?? 'second-person']),
);

/** What holds where nothing else is stored. */
export const defaultSettings = {
  ...Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, schema.default])),
  review: reviews,
  // the linter sees that every setting but `review` has its default
} as SettingValues;

/** Stored values over the defaults, so that a setting added later is there too. */
export function withDefaults(stored: Partial<SettingValues>): SettingValues {
  return { ...defaultSettings, ...stored, review: { ...defaultSettings.review, ...stored.review } };
}

const read = async (db: Database): Promise<SettingValues> =>
  withDefaults(fromJson((await db('settings').where('id', 1).first('content'))?.content ?? '{}'));

/** The configuration is a row; each process reads it anew every two seconds at most. */
export function createSettings(pool: Database): Settings {
  let values: Promise<SettingValues> | undefined;
  let readAt = 0;
  const current = (db: Database = pool) => {
    if (!values || Date.now() - readAt > cachedFor) {
      readAt = Date.now();
      values = read(db);
      values.catch(() => {
        values = undefined;
      });
    }
    return values;
  };
  return { current, review: async (entity, db) => (await current(db)).review[entity] };
}
