import type { Database } from '#database';
import { fromJson } from '#database';
import { contract, type EntityKey, type Schemas } from '#http/contract.ts';

export interface Settings {
  /** Who may approve records of a kind. A transaction asks by its own connection: it may hold the last one. */
  review(entity: EntityKey, db?: Database): Promise<Schemas['Review']>;
}

const cachedFor = 2000;
const reviews = contract.tags.map((tag: { name: string; 'x-review'?: string }) => [
  `review.${tag.name}`,
  tag['x-review'],
]);
const defaults: Record<string, unknown> = Object.fromEntries(reviews);

/** Settings are rows; each process reads them anew every two seconds at most. */
export function createSettings(pool: Database): Settings {
  let values: Promise<Map<string, unknown>> | undefined;
  let readAt = 0;
  const read = async (db: Database) => {
    const rows = await db('setting').select('name', 'value');
    return new Map(rows.map((row) => [row.name, fromJson(row.value)]));
  };
  const current = (db: Database) => {
    if (!values || Date.now() - readAt > cachedFor) {
      readAt = Date.now();
      values = read(db);
      values.catch(() => {
        values = undefined;
      });
    }
    return values;
  };
  return {
    review: async (entity, db = pool) => {
      const name = `review.${entity}`;
      return ((await current(db)).get(name) ?? defaults[name] ?? 'second-person') as Schemas['Review'];
    },
  };
}
