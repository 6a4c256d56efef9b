import type { Crud } from '#crud/crud.ts';
import { stageImport } from '#imports/stage/stage-import.ts';
import { defineTask, type TaskKind } from '#tasks/kinds.ts';

/** Compares a file with what is there. */
export const importStage = (crud: Crud): TaskKind =>
  defineTask<{ import: { id: number } }>({ run: (task) => stageImport(crud, task) });
