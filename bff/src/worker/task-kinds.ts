import type { Settings } from '#config/settings.ts';
import type { Crud } from '#crud/model.ts';
import type { Schemas } from '#http/contract.ts';
import type { ImportProcesses } from '#imports/process/import-processes.ts';
import type { Listening } from '#sync/push/listen-addresses.ts';
import type { TaskKind } from '#tasks/kinds.ts';
import type { Plan } from '#tasks/schedule.ts';
import { referenceUpdate } from './tasks/reference-update.ts';
import { reindex } from './tasks/reindex.ts';
import { replay } from './tasks/replay.ts';
import { retention } from './tasks/retention.ts';
import { snapshot } from './tasks/snapshot.ts';

export interface TaskDeps {
  crud: Crud;
  settings: Settings;
  /** Where the service itself listens. */
  listening: Listening;
  importProcesses: ImportProcesses;
}

/** A kind whose code comes with its first task, as that of most tasks takes memory that few services need at once. */
const later = (load: () => Promise<TaskKind>): TaskKind => ({ run: async (context) => (await load()).run(context) });

/** The only list of kinds of task. */
export const createTaskKinds = (deps: TaskDeps): Record<Schemas['TaskKind'], TaskKind> => ({
  snapshot: snapshot(deps.crud),
  replay: replay(),
  retention: retention(deps.crud),
  reindex: reindex(deps.crud),
  referenceUpdate: referenceUpdate(deps.crud),
  rateRefresh: later(async () => (await import('./tasks/rate-refresh.ts')).rateRefresh(deps)),
  importStage: later(async () => (await import('./tasks/import-stage.ts')).importStage(deps.importProcesses)),
  importApply: later(async () => (await import('./tasks/import-apply.ts')).importApply(deps.crud)),
  importDecide: later(async () => (await import('./tasks/import-decide.ts')).importDecide(deps.crud)),
  importRevert: later(async () => (await import('./tasks/import-revert.ts')).importRevert(deps.crud)),
});

const hour = 3600;

/** What recurs. Rates are fetched after they were posted, in winter at 15:00 UTC. */
export const plans = ({ current }: Settings): Plan[] => [
  { kind: 'retention', every: hour },
  { kind: 'rateRefresh', every: 24 * hour, at: 15.5 * hour, wanted: async () => (await current()).rateRefresh },
];
