import type { Settings } from '#config/settings.ts';
import type { Crud } from '#crud/crud.ts';
import type { Schemas } from '#http/contract.ts';
import type { Own } from '#sync/push/addresses.ts';
import type { TaskKind } from '#tasks/kinds.ts';
import type { Plan } from '#tasks/schedule.ts';
import { importApply } from './tasks/import-apply.ts';
import { importDecide } from './tasks/import-decide.ts';
import { importRevert } from './tasks/import-revert.ts';
import { importStage } from './tasks/import-stage.ts';
import { rateRefresh } from './tasks/rate-refresh.ts';
import { reindex } from './tasks/reindex.ts';
import { replay } from './tasks/replay.ts';
import { retention } from './tasks/retention.ts';
import { snapshot } from './tasks/snapshot.ts';

export interface TaskDeps {
  crud: Crud;
  settings: Settings;
  /** Where the service itself listens. */
  own: Own | undefined;
}

/** The only list of kinds of task. */
export const createTaskKinds = (deps: TaskDeps): Record<Schemas['TaskKind'], TaskKind> => ({
  snapshot: snapshot(deps.crud),
  replay: replay(),
  retention,
  reindex: reindex(deps.crud),
  rateRefresh: rateRefresh(deps),
  importStage: importStage(deps.crud),
  importApply: importApply(deps.crud),
  importDecide: importDecide(deps.crud),
  importRevert: importRevert(deps.crud),
});

const hour = 3600;

/** What recurs. Rates are fetched after they were posted, in winter at 15:00 UTC. */
export const plans = ({ current }: Settings): Plan[] => [
  { kind: 'retention', every: hour },
  { kind: 'rateRefresh', every: 24 * hour, at: 15.5 * hour, wanted: async () => (await current()).rateRefresh },
];
