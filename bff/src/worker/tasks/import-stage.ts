import type { ImportProcesses } from '#imports/process/import-processes.ts';
import { stageImport } from '#imports/stage/stage-import.ts';
import { defineTask, type TaskKind } from '#tasks/kinds.ts';

/** Compares a file with what is there. */
export const importStage = (processes: ImportProcesses): TaskKind =>
  defineTask<{ import: { id: number } }>({ run: (task) => stageImport(processes, task) });
