import type { Crud } from '#crud/model.ts';
import { applyImport } from '#imports/apply/apply-import.ts';
import type { ImportParams } from '#imports/steps/import-work.ts';
import { defineTask, type TaskKind } from '#tasks/kinds.ts';

/** Writes what was staged. */
export const importApply = (crud: Crud): TaskKind =>
  defineTask<ImportParams>({ run: (task) => applyImport(crud, task) });
