import type { Crud } from '#crud/model.ts';
import { type DecideState, decideImport } from '#imports/decide/decide-import.ts';
import type { ImportParams } from '#imports/steps/import-work.ts';
import { defineTask, type TaskKind } from '#tasks/kinds.ts';

/** Decides on what an import brought in. */
export const importDecide = (crud: Crud): TaskKind =>
  defineTask<ImportParams, DecideState>({ run: (task) => decideImport(crud, task) });
