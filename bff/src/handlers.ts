import { hashRights, loadUser } from '#access/load-caller.ts';
import { permissionHandlers } from '#access/permissions.ts';
import { registrationHandlers } from '#access/registration.ts';
import { roleHandlers } from '#access/roles/handlers.ts';
import { userHandlers } from '#access/users/handlers.ts';
import { settingsHandlers } from '#config/change-settings.ts';
import type { Settings } from '#config/settings.ts';
import { workHandlers } from '#cross-entity/handlers.ts';
import { crudHandlers } from '#crud/handlers.ts';
import type { Crud, Entity, EntityOperation } from '#crud/model.ts';
import { entities } from '#entities/index.ts';
import { type ExportOperation, exportHandlers } from '#exports/handlers.ts';
import { feedHandlers } from '#feed/handlers.ts';
import type { Handlers } from '#http/operation-types.ts';
import { importHandlers, importWorkHandlers } from '#imports/handlers.ts';
import type { ImportProcesses } from '#imports/process/import-processes.ts';
import { dataLogHandlers } from '#record-log/handlers.ts';
import { type SessionDeps, sessionHandlers } from '#session/handlers.ts';
import { passwordHandlers, profileHandlers } from '#session/profile-handlers.ts';
import { secondFactorHandlers } from '#session/second-factor-handlers.ts';
import { ticketHandlers } from '#session/tickets.ts';
import type { Listening } from '#sync/push/listen-addresses.ts';
import { syncStatusHandlers } from '#sync/status/handlers.ts';
import { subscriberHandlers } from '#sync/subscribers/handlers.ts';
import { taskHandlers } from '#tasks/handlers.ts';
import { taskStreams } from '#tasks/read-tasks.ts';
import { userLogHandlers } from '#user-log/user-log-entries.ts';

type Operations<E> = E extends Entity<infer S, infer P> ? EntityOperation<S, P> | ExportOperation<P> : never;
type EntityHandlers = Pick<Handlers, Operations<(typeof entities)[number]>>;

/** All operations of all kinds. */
const entityHandlers = (crud: Crud): EntityHandlers =>
  // the type is that of the list itself: what it lacks, Handlers below refuses
  Object.assign(
    {},
    ...entities.flatMap((entity) => [crudHandlers(entity as Entity, crud), exportHandlers(entity as Entity, crud)]),
  );

/** Everything that the bff does. An operation of the contract without a handler does not compile. */
export function createHandlers(
  crud: Crud,
  settings: Settings,
  {
    jwtSecret,
    secrets,
    demo,
    listening,
    importProcesses,
  }: Pick<SessionDeps, 'jwtSecret' | 'secrets' | 'demo'> & {
    listening: Listening;
    importProcesses: ImportProcesses;
  },
): Handlers {
  const { db } = crud;
  const base = { db, settings, jwtSecret, secrets };
  const load = (id: number, previewRoleId: number | null = null) => loadUser(base, id, previewRoleId);
  const signIn = { ...base, loadUser: (id: number) => load(id), hashRights: hashRights };
  const tasksFor = taskStreams(db);
  return {
    ...sessionHandlers({ ...signIn, demo }),
    ...secondFactorHandlers(signIn),
    ...passwordHandlers(signIn),
    ...ticketHandlers(base),
    ...userLogHandlers(base),
    ...settingsHandlers(base),
    ...profileHandlers({ ...base, loadUser: load }),
    ...roleHandlers({ ...base, loadUser: load, hashRights: hashRights }),
    ...permissionHandlers(base),
    ...userHandlers(base),
    ...registrationHandlers(base),
    ...entityHandlers(crud),
    ...workHandlers(crud),
    ...taskHandlers(base),
    streamTasks: async ({ caller }) => ({ status: 200, ...tasksFor(caller) }),
    ...dataLogHandlers(crud),
    ...feedHandlers(crud),
    ...subscriberHandlers({ db, secrets, listening }),
    ...syncStatusHandlers(base),
    ...importHandlers(crud, importProcesses),
    ...importWorkHandlers(crud),
  };
}
