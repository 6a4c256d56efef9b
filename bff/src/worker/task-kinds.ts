import type { BulkParams } from '#bulk-changes/matches.ts';
import type { BulkState } from '#bulk-changes/run-bulk-change.ts';
import type { Settings } from '#config/settings.ts';
import type { CrudContext } from '#crud/model.ts';
import type { Schemas } from '#http/contract.ts';
import type { DecideState } from '#imports/decide/decide-import.ts';
import type { ImportParams } from '#imports/import-work.ts';
import type { ImportProcesses } from '#imports/process/import-processes.ts';
import type { ReadListenAddresses } from '#sync/push/listen-addresses.ts';
import { defineTask, type TaskDefinition } from '#tasks/kinds.ts';
import type { Schedule } from '#tasks/queue.ts';
import { reindex, retention, snapshot } from './tasks/maintenance.ts';
import { referenceUpdate } from './tasks/reference-update.ts';
import { replay } from './tasks/replay.ts';

interface TaskDeps {
  crud: CrudContext;
  settings: Settings;
  /** Returns the addresses of the service itself. */
  readListenAddresses: ReadListenAddresses;
  importProcesses: ImportProcesses;
}

/** Defines a task whose code is loaded on first use, as most tasks are rare but take memory. */
const lazyTask = (load: () => Promise<TaskDefinition>): TaskDefinition => ({
  run: async (context) => (await load()).run(context),
});

export const createImportTasks = ({ crud, importProcesses }: Pick<TaskDeps, 'crud' | 'importProcesses'>) => ({
  importStage: lazyTask(async () => {
    const { stageImport } = await import('#imports/stage/stage-import.ts');
    return defineTask<{ import: { id: number } }>({ run: (task) => stageImport(importProcesses, task) });
  }),
  importApply: lazyTask(async () => {
    const { applyImport } = await import('#imports/apply/apply-import.ts');
    return defineTask<ImportParams>({ run: (task) => applyImport(crud, task) });
  }),
  importDecide: lazyTask(async () => {
    const { decideImport } = await import('#imports/decide/decide-import.ts');
    return defineTask<ImportParams, DecideState>({ run: (task) => decideImport(crud, task) });
  }),
  importRevert: lazyTask(async () => {
    const { revertImport } = await import('#imports/revert/revert-import.ts');
    return defineTask<ImportParams>({ run: (task) => revertImport(crud, task) });
  }),
});

/** Creates all kinds of tasks. */
export const createTaskKinds = (deps: TaskDeps): Record<Schemas['TaskKind'], TaskDefinition> => ({
  snapshot: snapshot(deps.crud),
  replay: replay(),
  retention: retention(deps.crud),
  reindex: reindex(deps.crud),
  referenceUpdate: referenceUpdate(deps.crud),
  rateRefresh: lazyTask(async () => (await import('./tasks/rate-refresh.ts')).rateRefresh(deps)),
  bulkChange: lazyTask(async () => {
    const { runBulkChange } = await import('#bulk-changes/run-bulk-change.ts');
    return defineTask<BulkParams, BulkState>({ run: (task) => runBulkChange(deps.crud, task) });
  }),
  changeSet: lazyTask(async () => {
    const { defineSetTask } = await import('#change-sets/set-task.ts');
    return defineSetTask(deps.crud);
  }),
  changeSetRelease: lazyTask(async () => {
    const { defineReleaseTask } = await import('#change-sets/dates/due-sets.ts');
    return defineReleaseTask(deps.crud);
  }),
  ...createImportTasks(deps),
});

const HOUR_SECONDS = 3600;

/** Creates the schedules of recurring tasks. Rates are fetched after their publication, which is at 15:00 UTC in winter. */
export const createSchedules = ({ current }: Settings, hasDueSets: () => Promise<boolean>): Schedule[] => [
  { kind: 'changeSetRelease', everySeconds: 5, isWanted: hasDueSets },
  { kind: 'retention', everySeconds: HOUR_SECONDS },
  {
    kind: 'rateRefresh',
    everySeconds: 24 * HOUR_SECONDS,
    offsetSeconds: 15.5 * HOUR_SECONDS,
    isWanted: async () => (await current()).rateRefresh,
  },
];
