import { readSettings } from '#config/change-settings.ts';
import type { Crud } from '#crud/model.ts';
import { renewSearchKeys } from '#crud/search-index.ts';
import { pruneChanges } from '#feed/prune-changes.ts';
import { pruneImports } from '#imports/prune-imports.ts';
import { prune } from '#logs/prune.ts';
import { defineTask, type TaskKind } from '#tasks/kinds.ts';

/** Removes what is past keeping, as it is configured now, and keeps searches fast. */
export const retention = ({ entities }: Pick<Crud, 'entities'>): TaskKind =>
  defineTask({
    run: async ({ db, log, signal, progress }) => {
      const { settings } = await readSettings(db);
      const others = await prune(db, settings, { onBatch: (removed) => progress(removed) });
      const changes = await pruneChanges(db, { days: settings.dataLogDays, signal });
      const imports = await pruneImports(db, signal);
      const removed = others + changes + imports;
      await progress(removed);
      await renewSearchKeys(db, entities, { log, signal });
      return { removed };
    },
  });
