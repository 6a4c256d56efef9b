import { forecast } from '#change-sets/dates/forecast.ts';
import { readPunctualReleases } from '#change-sets/dates/punctual-releases.ts';
import { createUpcomingReader } from '#change-sets/dates/upcoming.ts';
import { createSettings, type Settings } from '#config/settings.ts';
import type { CrudContext } from '#crud/model.ts';
import type { Database } from '#database';
import { entities } from '#entities/index.ts';
import { enqueue } from '#tasks/queue.ts';

/** Creates the dependencies of all entities' operations for a pool of connections. */
export const createCrudContext = (
  db: Database,
  { review, current }: Pick<Settings, 'review' | 'current'> = createSettings(db),
): CrudContext => ({
  db,
  forecast: (trx, time, caller) => forecast({ entities }, trx, time, caller),
  readDueReleases: readPunctualReleases,
  entities,
  reviewSetting: review,
  readUpcomingChanges: createUpcomingReader({ entities }, db),
  timeZone: async (by) => (await current(by)).timeZone,
  async queueReferenceUpdates(trx, renames) {
    const [first] = renames;
    if (!first) return;
    const params = { entity: first.kind, details: { renames } };
    await enqueue(trx, { kind: 'referenceUpdate', params, by: first.actor.username });
  },
});
