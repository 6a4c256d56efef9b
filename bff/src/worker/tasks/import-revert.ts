import type { Crud } from '#crud/model.ts';
import { revertImport } from '#imports/revert/revert-import.ts';
import type { ImportParams } from '#imports/steps/import-work.ts';
import { defineTask, type TaskKind } from '#tasks/kinds.ts';

/** Takes back what an import did. */
export const importRevert = (crud: Crud): TaskKind =>
  defineTask<ImportParams>({ run: (task) => revertImport(crud, task) });
