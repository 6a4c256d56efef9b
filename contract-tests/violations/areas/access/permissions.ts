import { inData, inError } from '../../kit/edits.ts';
import { asAdminWhen, withoutPermission } from '../../kit/follow-ups.ts';
import { every, ofKind, ops } from '../../kit/operations.ts';
import { type Data, type Declaration, violationsOf } from '../../kit/violation.ts';

const PERMISSION = '`x-permission` (what an operation asks for)';
const VISIBLE = 'Of the kinds that the caller may read.';

/** Operations that do without the permission that the contract asks for. */
function open(what: string, on: Declaration['on'], breaks: string): Declaration {
  return { id: `${what}-without-permission`, at: `x-permission of ${what}`, breaks, on, after: withoutPermission };
}

/** Operations that answer what an administrator would see. */
function seesAll(what: string, on: Declaration['on'], at: string, breaks: string): Declaration {
  return {
    id: `${what}-of-kinds-not-readable`,
    at,
    breaks,
    on,
    instead: async (call, { ask, adminToken }) => {
      const answer = await ask(call);
      return answer.succeeded ? ask(call.as(await adminToken())) : answer;
    },
  };
}

export const permissionViolations = violationsOf('permissions', [
  open('list-of-cabins', ofKind('cabin', 'list'), `${PERMISSION}: cabin:read`),
  open('one-airline', ofKind('airline', 'get'), `${PERMISSION}: airline:read`),
  open('history-of-protocol', ofKind('protocol', 'history'), `${PERMISSION}: protocol:read`),
  open('references-of-city', ofKind('city', 'references'), `${PERMISSION}: city:read`),
  open('proposal-of-airport', ofKind('airport', 'proposal'), `${PERMISSION}: airport:read`),
  open('export-of-european-stations', ofKind('eurail_station', 'export'), `${PERMISSION}: eurail_station:export`),
  open('rate-series', ops('getRateSeries'), `${PERMISSION}: rate_board:read`),
  open('create-country', ofKind('country', 'create'), `${PERMISSION}: country:create`),
  open('update-train-station', ofKind('train_station', 'update'), `${PERMISSION}: train_station:update`),
  open('delete-city', ofKind('city', 'remove'), `${PERMISSION}: city:delete`),
  open(
    'transition-of-airport',
    ofKind('airport', 'transition'),
    '`by-event` = the event’s own permission from `x-transitions`',
  ),
  open('decision-on-cabin', ofKind('cabin', 'decide'), `${PERMISSION}: cabin:review`),
  open(
    'restore-of-airline',
    ofKind('airline', 'restore'),
    `${PERMISSION}: airline:update, and airline:create where it was deleted`,
  ),
  open('bulk-of-protocols', ofKind('protocol', 'bulk'), '`by-event`; `delete` for a bulk deletion'),
  open(
    'bulk-over-filter-of-rates',
    ofKind('rate_board', 'bulkMatching'),
    'Asks for `rate_board:read` besides the permission of the action.',
  ),
  open('users', ops('listUsers', 'getUser', 'listUserSessions'), `${PERMISSION}: user:read`),
  open(
    'change-of-users',
    ops('createUser', 'updateUser', 'deleteUser', 'transitionUser'),
    `${PERMISSION}: user:update`,
  ),
  open('roles', ops('listRoles', 'getRole', 'previewRole'), `${PERMISSION}: role:read`),
  open('change-of-roles', ops('createRole', 'updateRole', 'deleteRole', 'getRoleEffect'), `${PERMISSION}: role:update`),
  open('list-of-permissions', ops('listPermissions'), `${PERMISSION}: permission:read`),
  open('user-log', ops('listUserLogs'), `${PERMISSION}: user_log:read`),
  open('user-log-export', ops('exportUserLogs'), `${PERMISSION}: user_log:export`),
  open(
    'data-log',
    ops('listDataLogs', 'getDataLog', 'listFoldedDataLogs', 'countChangesPerDay'),
    `${PERMISSION}: data_log:read`,
  ),
  open('data-log-export', ops('exportDataLogs'), `${PERMISSION}: data_log:export`),
  open('feed', ops('listChanges', 'getChangesSnapshot'), `${PERMISSION}: data_log:read`),
  open('settings', ops('getSettings', 'getSettingsHistory'), `${PERMISSION}: system_config:read`),
  open('change-of-settings', ops('updateSettings'), `${PERMISSION}: system_config:update`),
  open('tasks', ops('listTasks', 'getTask', 'streamTasks'), `${PERMISSION}: task:read`),
  open('start-of-tasks', ops('createTask', 'cancelTask', 'retryTask'), `${PERMISSION}: task:run`),
  open('task-result', ops('getTaskResult'), 'It holds what the snapshot gives, and asks for the same permission.'),
  open('subscribers', ops('listSubscribers', 'getSubscriber', 'listDeliveries'), `${PERMISSION}: data_subscriber:read`),
  open(
    'secrets-of-subscribers',
    ops('exchangeSubscriberSecret', 'exchangeSubscriberToken'),
    `${PERMISSION}: data_subscriber:update`,
  ),
  open('replay', ops('replayLane', 'skipChange', 'retryLane', 'resendDelivery'), `${PERMISSION}: sync_status:replay`),
  open('sync-status', ops('getSyncStatus', 'getSyncLane', 'streamSyncStatus'), `${PERMISSION}: sync_status:read`),
  open('import', ops('createImport', 'exportImportTemplate'), 'Needs `<entity>:import`.'),
  open('nearby', ops('listNearby'), 'Nearest records (403 without the permission to read the kind).'),
  open('presence', ops('getPresence', 'renewPresence'), 'Takes the permission to read the kind.'),
  open('ticket', ops('createTicket'), 'Asks for the permission of the path.'),
  seesAll(
    'search',
    ops('searchRecords'),
    '#/paths/~1api~1v1~1search/get',
    'Best match first, of the kinds that the caller may read.',
  ),
  seesAll('reviews', ops('listReviews'), '#/paths/~1api~1v1~1reviews/get', 'of every kind that the caller may read'),
  seesAll('overview', ops('getOverview'), '#/paths/~1api~1v1~1overview/get', VISIBLE),
  seesAll(
    'labels',
    ofKind('airport', 'list', 'get'),
    '#/components/schemas/Labels',
    'Names of the records referred to, of kinds that the caller may read.',
  ),
  seesAll(
    'reference-items',
    ofKind('country', 'references'),
    '#/components/schemas/References/properties/items',
    'The first hundred of kinds that the caller may read.',
  ),
  {
    id: 'import-of-others-found',
    at: '#/paths/~1api~1v1~1imports~1{id}/get',
    breaks: 'Needs `<entity>:import` or `<entity>:review`.',
    on: ops('getImport', 'listImportRows', 'exportImportReport', 'listImportValues'),
    after: asAdminWhen(({ status }) => status === 404 || status === 403),
  },
  {
    id: 'bulk-change-of-others-found',
    at: '#/paths/~1api~1v1~1bulk-changes~1{id}/get',
    breaks: 'For whoever started it, and for others who may read tasks. 404 for anybody else.',
    on: ops('getBulkChange', 'exportLeftRecords'),
    after: asAdminWhen(({ status }) => status === 404),
  },
  {
    id: 'missing-permission-not-told',
    at: '#/components/schemas/ErrorData/properties/permission',
    breaks: 'The permission that is missing.',
    on: every,
    response: inError((data) => delete data.permission, 'forbidden'),
  },
  {
    id: 'wrong-permission-told',
    at: '#/components/schemas/ErrorData/properties/permission',
    breaks: 'The permission that is missing.',
    on: every,
    response: inError((data) => {
      data.permission = data.permission?.replace(/:(create|update|delete|review|export|import|run|replay)$/, ':read');
    }, 'forbidden'),
  },
  {
    id: 'profile-lacks-a-permission',
    at: '#/components/schemas/User/properties/roles',
    breaks: 'The signed-in user with roles and permissions: those that operations ask for.',
    on: ops('getProfile'),
    response: inData(({ roles }) => {
      for (const role of roles) role.permissions = role.permissions.filter(({ name }: Data) => name !== 'cabin:read');
    }),
  },
  {
    id: 'profile-tells-permission-nobody-gave',
    at: '#/components/schemas/User/properties/roles',
    breaks: 'The signed-in user with roles and permissions.',
    on: ops('getProfile', 'login'),
    response: inData((data) => {
      for (const role of (data.user ?? data).roles)
        if (!role.permissions.some(({ name }: Data) => name === 'user:delete'))
          role.permissions.push({ name: 'user:delete' });
    }),
  },
  {
    id: 'role-removed-still-told',
    at: '#/components/schemas/User/properties/roles',
    breaks: 'The signed-in user with roles and permissions, as they are.',
    on: ops('getProfile'),
    response: inData((user, { token }, memory) => {
      if (memory.has(token)) user.roles = memory.get(token);
      else memory.set(token, user.roles);
    }),
  },
]);
