import { hashRights, loadUser } from '#access/load-caller.ts';
import { permissionHandlers } from '#access/permissions.ts';
import { registrationHandlers } from '#access/registration.ts';
import { roleHandlers } from '#access/roles/handlers.ts';
import { userHandlers } from '#access/users/handlers.ts';
import {
  type BulkMatchingOperation,
  bulkChangeHandlers,
  bulkChangeRetry,
  bulkMatchingHandlers,
} from '#bulk-changes/handlers.ts';
import { changeSetHandlers } from '#change-sets/handlers.ts';
import { setTaskRetry } from '#change-sets/set-task.ts';
import { settingsHandlers } from '#config/change-settings.ts';
import type { Settings } from '#config/settings.ts';
import { crossEntityHandlers } from '#cross-entity/handlers.ts';
import { crudHandlers } from '#crud/handlers.ts';
import type { CrudContext, Entity, EntityOperation } from '#crud/model.ts';
import { type DryRunOperation, dryRunHandlers, impactHandlers } from '#dry-run/handlers.ts';
import { entities } from '#entities/index.ts';
import { rateSeriesHandlers } from '#entities/rate-board.ts';
import { type ExportOperation, exportHandlers } from '#exports/handlers.ts';
import { feedHandlers } from '#feed/handlers.ts';
import type { Handlers } from '#http/operation-types.ts';
import { importHandlers, importTaskHandlers } from '#imports/handlers.ts';
import type { ImportProcesses } from '#imports/process/import-processes.ts';
import { presenceHandlers } from '#presence/handlers.ts';
import { dataLogHandlers } from '#record-log/handlers.ts';
import { type SessionDeps, sessionHandlers } from '#session/handlers.ts';
import { preferenceHandlers } from '#session/preferences.ts';
import { passwordHandlers, profileHandlers } from '#session/profile-handlers.ts';
import { secondFactorHandlers } from '#session/second-factor-handlers.ts';
import { ticketHandlers } from '#session/tickets.ts';
import type { ReadListenAddresses } from '#sync/push/listen-addresses.ts';
import { syncStatusHandlers } from '#sync/status/handlers.ts';
import { subscriberHandlers } from '#sync/subscribers/handlers.ts';
import { taskHandlers } from '#tasks/handlers.ts';
import { createTaskStreams } from '#tasks/read-tasks.ts';
import { userLogHandlers } from '#user-log/handlers.ts';
import { viewHandlers } from '#views/handlers.ts';

type Operations<E> =
  E extends Entity<infer S, infer P>
    ? EntityOperation<S, P> | ExportOperation<P> | BulkMatchingOperation<P> | DryRunOperation<P>
    : never;
type EntityHandlers = Pick<Handlers, Operations<(typeof entities)[number]>>;

/** Creates the handlers of all operations of all entities. */
const entityHandlers = (crud: CrudContext): EntityHandlers =>
  // the type follows from the list of entities; a missing operation is a compile error in `createHandlers`
  Object.assign(
    {},
    ...entities.flatMap((entity) => [
      crudHandlers(entity as Entity, crud),
      exportHandlers(entity as Entity, crud),
      bulkMatchingHandlers(entity as Entity, crud),
      dryRunHandlers(entity as Entity, crud),
    ]),
  );

/** Creates the handlers of all operations. An operation of the contract without a handler does not compile. */
export function createHandlers(
  crud: CrudContext,
  settings: Settings,
  {
    jwtSecret,
    secrets,
    demo,
    readListenAddresses,
    importProcesses,
  }: Pick<SessionDeps, 'jwtSecret' | 'secrets' | 'demo'> & {
    readListenAddresses: ReadListenAddresses;
    importProcesses: ImportProcesses;
  },
): Handlers {
  const { db } = crud;
  const deps = { db, settings, jwtSecret, secrets };
  const loadUserOf = (id: number, previewRoleId: number | null = null) => loadUser(deps, id, previewRoleId);
  const signInDeps = { ...deps, loadUser: (id: number) => loadUserOf(id), hashRights: hashRights };
  const openTaskStream = createTaskStreams(db);
  return {
    ...sessionHandlers({ ...signInDeps, demo }),
    ...secondFactorHandlers(signInDeps),
    ...passwordHandlers(signInDeps),
    ...ticketHandlers(deps),
    ...userLogHandlers(deps),
    ...settingsHandlers(deps),
    ...viewHandlers(deps),
    ...profileHandlers({ ...deps, loadUser: loadUserOf }),
    ...preferenceHandlers(deps),
    ...roleHandlers({ ...deps, loadUser: loadUserOf, hashRights: hashRights }),
    ...permissionHandlers(deps),
    ...userHandlers(deps),
    ...registrationHandlers(deps),
    ...entityHandlers(crud),
    ...rateSeriesHandlers(crud),
    ...crossEntityHandlers(crud),
    ...bulkChangeHandlers(crud),
    ...changeSetHandlers(crud),
    ...impactHandlers(crud),
    ...presenceHandlers(crud),
    ...taskHandlers({ db, retryRules: { bulkChange: bulkChangeRetry, changeSet: setTaskRetry } }),
    streamTasks: async ({ caller }) => ({ status: 200, ...openTaskStream(caller) }),
    ...dataLogHandlers(crud),
    ...feedHandlers(crud),
    ...subscriberHandlers({ db, secrets, readListenAddresses }),
    ...syncStatusHandlers(deps),
    ...importHandlers(crud, importProcesses),
    ...importTaskHandlers(crud),
  };
}
