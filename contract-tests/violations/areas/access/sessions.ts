import { jsonAnswer } from '../../kit/answer.ts';
import { hoursLater, inData, inEachItem, reverseItems } from '../../kit/edits.ts';
import { asAdminWhen } from '../../kit/follow-ups.ts';
import { either, every, ops, tagged, verbs } from '../../kit/operations.ts';
import { type Data, type Declaration, violationsOf } from '../../kit/violation.ts';

/** An operation that ends sessions says so, but they stay open. */
function keepsSessions(id: string, operation: string, at: string, breaks: string): Declaration {
  return {
    id,
    at,
    breaks,
    on: ops(operation),
    instead: async (call, { ask }) => {
      const { status } = await ask(call.reading('/api/v1/profile'));
      return status === 200 ? jsonAnswer(200, {}) : undefined;
    },
  };
}

const isTicket = (query: URLSearchParams) => query.has('ticket');
const feed = ops('listChanges', 'getChangesSnapshot');

export const sessionViolations = violationsOf('sessions, tickets and tokens', [
  keepsSessions('logout-does-nothing', 'logout', '#/paths/~1api~1v1~1auth~1logout/post', 'End this session.'),
  keepsSessions(
    'ended-session-goes-on',
    'endSession',
    '#/paths/~1api~1v1~1profile~1sessions~1{sessionId}/delete',
    'End one of one’s own sessions.',
  ),
  keepsSessions(
    'other-sessions-go-on',
    'endOtherSessions',
    '#/paths/~1api~1v1~1profile~1sessions/delete',
    'End all of one’s own sessions except the current one.',
  ),
  keepsSessions(
    'sessions-of-user-go-on',
    'endUserSessions',
    '#/paths/~1api~1v1~1users~1{id}~1sessions/delete',
    'Sign a user out everywhere.',
  ),
  keepsSessions(
    'one-session-of-user-goes-on',
    'endUserSession',
    '#/paths/~1api~1v1~1users~1{id}~1sessions~1{sessionId}/delete',
    'End one session of a user.',
  ),
  {
    id: 'other-sessions-end-with-current',
    at: '#/paths/~1api~1v1~1profile~1sessions/delete',
    breaks: 'End all of one’s own sessions except the current one.',
    on: ops('endOtherSessions'),
    after: {
      when: ({ succeeded }) => succeeded,
      run: async (_answer, call, { ask }) => {
        const body = Buffer.alloc(0);
        await ask(call.with({ method: 'POST', path: '/api/v1/auth/logout', body }));
        return undefined;
      },
    },
  },
  {
    id: 'session-before-password-change-goes-on',
    at: '#/paths/~1api~1v1~1profile~1password/put',
    breaks: 'Ends every session of this user, this one too, and answers the token of a new one.',
    on: every,
    request: ({ headers, token }, memory) => {
      if (memory.has(token)) headers.authorization = `Bearer ${memory.get(token)}`;
    },
    response: (answer, { operation, token }, memory) => {
      if (operation.id === 'changePassword' && answer.data?.token) memory.set(token, answer.data.token);
    },
  },
  {
    id: 'session-after-password-change-is-ended',
    at: '#/paths/~1api~1v1~1profile~1password/put',
    breaks: 'answers the token of a new one',
    on: ops('changePassword'),
    response: inData((data, { token }) => Object.assign(data, { token })),
  },
  {
    id: 'token-not-needed',
    at: '#/security',
    breaks: 'security: bearer (401 without it)',
    on: ops('getOverview', 'listViews', 'searchRecords', 'listImportPresets'),
    after: asAdminWhen(({ status }, { token }) => status === 401 && token === ''),
  },
  {
    id: 'false-token-accepted',
    at: '#/components/responses/Unauthorized',
    breaks: 'The token is missing, expired or revoked.',
    on: either(verbs('list', 'get'), tagged('session')),
    after: asAdminWhen(({ status }, { token }) => status === 401 && token !== ''),
  },
  {
    id: 'sessions-oldest-first',
    at: '#/paths/~1api~1v1~1profile~1sessions/get/responses/200',
    breaks: 'Newest first.',
    on: ops('listSessions', 'listUserSessions'),
    response: reverseItems,
  },
  {
    id: 'no-session-is-current',
    at: '#/components/schemas/Session/properties/current',
    breaks: 'current: whether it is the caller’s',
    on: ops('listSessions'),
    response: inEachItem((item) => Object.assign(item, { current: false })),
  },
  {
    id: 'every-session-is-current',
    at: '#/components/schemas/Session/properties/current',
    breaks: 'current: whether it is the caller’s',
    on: ops('listSessions'),
    response: inEachItem((item) => Object.assign(item, { current: true })),
  },
  {
    id: 'session-client-missing',
    at: '#/components/schemas/Session/properties/client',
    breaks: 'The user agent.',
    on: ops('listSessions', 'listUserSessions'),
    response: inEachItem((item) => Object.assign(item, { client: '' })),
  },
  {
    id: 'session-expires-in-an-hour',
    at: '#/components/schemas/Settings/properties/sessionHours',
    breaks: 'After this time, people have to sign in again.',
    on: ops('listSessions', 'listUserSessions'),
    response: inEachItem((item) => Object.assign(item, { expireTime: hoursLater(item.createTime, 1) })),
  },
  {
    id: 'ended-sessions-listed',
    at: '#/paths/~1api~1v1~1profile~1sessions/get',
    breaks: 'One’s own open sessions.',
    on: ops('listSessions', 'listUserSessions'),
    response: inData((data, { path, token, operation }, memory) => {
      const key = operation.id === 'listSessions' ? token : path;
      const ids = new Set(data.items.map(({ id }: Data) => id));
      data.items.push(...(memory.get(key) ?? []).filter(({ id }: Data) => !ids.has(id)));
      memory.set(key, structuredClone(data.items));
    }),
  },
  {
    id: 'foreign-session-ended',
    at: '#/paths/~1api~1v1~1profile~1sessions~1{sessionId}/delete/responses/404',
    breaks: 'End one of one’s own sessions (404 for others).',
    on: ops('endSession'),
    response: (answer) => {
      if (answer.status === 404) Object.assign(answer, { status: 200, json: { code: 200, message: 'OK', data: {} } });
    },
  },
  {
    id: 'ticket-good-twice',
    at: '#/paths/~1api~1v1~1tickets/post/responses/201',
    breaks: 'Good once, for sixty seconds, as `?ticket=` on that very path.',
    on: every,
    request: (call, memory) => {
      const ticket = call.query.get('ticket');
      if (!ticket) return;
      if (memory.has(`used ${ticket}`)) {
        call.headers.authorization = `Bearer ${memory.get(ticket)}`;
        call.query.delete('ticket');
      }
      memory.set(`used ${ticket}`, true);
    },
    response: (answer, { operation, token }, memory) => {
      if (operation.id === 'createTicket' && answer.data?.ticket) memory.set(answer.data.ticket, token);
    },
  },
  {
    id: 'ticket-good-for-other-paths',
    at: '#/components/securitySchemes/ticket',
    breaks: 'once, for this very path',
    on: every,
    when: ({ query, operation }) => isTicket(query) || operation.id === 'createTicket',
    request: (call, memory) => {
      const ticket = memory.get(call.query.get('ticket') ?? '');
      if (!ticket || ticket.path.split('?')[0] === call.path) return;
      call.headers.authorization = `Bearer ${ticket.token}`;
      call.query.delete('ticket');
    },
    response: (answer, { operation, token, json }, memory) => {
      if (operation.id === 'createTicket' && answer.data?.ticket)
        memory.set(answer.data.ticket, { token, path: json.path });
    },
  },
  {
    id: 'ticket-good-with-other-query',
    at: '#/components/securitySchemes/ticket',
    breaks: 'once, for this very path (its query too)',
    on: every,
    when: ({ query, operation }) => isTicket(query) || operation.id === 'createTicket',
    request: (call, memory) => {
      const ticket = memory.get(call.query.get('ticket') ?? '');
      if (!ticket || ticket.path.split('?')[0] !== call.path) return;
      call.headers.authorization = `Bearer ${ticket.token}`;
      call.query.delete('ticket');
    },
    response: (answer, { operation, token, json }, memory) => {
      if (operation.id === 'createTicket' && answer.data?.ticket)
        memory.set(answer.data.ticket, { token, path: json.path });
    },
  },
  {
    id: 'ticket-never-good',
    at: '#/paths/~1api~1v1~1tickets/post/responses/201',
    breaks: 'Good once, for sixty seconds, as `?ticket=` on that very path.',
    on: every,
    when: ({ query }) => isTicket(query),
    request: ({ query }) => query.set('ticket', 'spent'),
  },
  {
    id: 'subscriber-token-reads-records',
    at: '#/components/securitySchemes/subscriber',
    breaks: 'The token of a subscriber, for the feed alone.',
    on: (operation) => !feed(operation),
    after: asAdminWhen(
      ({ status }, { token, method }) => status === 401 && token.startsWith('gzf_') && method === 'GET',
    ),
  },
  {
    id: 'subscriber-token-refused-by-feed',
    at: '#/paths/~1api~1v1~1changes/get/security',
    breaks: 'security: [{ bearer: [] }, { subscriber: [] }]',
    on: ops('listChanges'),
    when: ({ token }) => token.startsWith('gzf_'),
    request: ({ headers }) => Object.assign(headers, { authorization: 'Bearer gzf_none' }),
  },
  {
    id: 'subscriber-token-refused-by-snapshot',
    at: '#/paths/~1api~1v1~1changes~1snapshot/get/security',
    breaks: 'security: [{ bearer: [] }, { ticket: [] }, { subscriber: [] }]',
    on: ops('getChangesSnapshot'),
    when: ({ token }) => token.startsWith('gzf_'),
    request: ({ headers }) => Object.assign(headers, { authorization: 'Bearer gzf_none' }),
  },
  {
    id: 'preview-writes',
    at: '#/components/responses/ReadOnly',
    breaks: 'The session is a preview of a role and writes nothing (readOnlyPreview).',
    on: every,
    after: asAdminWhen(({ key }) => key === 'readOnlyPreview'),
  },
  {
    id: 'preview-says-forbidden',
    at: '#/components/responses/ReadOnly',
    breaks: 'The session is a preview of a role and writes nothing (readOnlyPreview).',
    on: every,
    response: (answer) => {
      if (answer.key === 'readOnlyPreview') Object.assign(answer.data, { key: 'forbidden' });
    },
  },
  {
    id: 'preview-not-marked',
    at: '#/components/schemas/User/properties/preview',
    breaks: 'This session sees with the eyes of the one role listed, and writes nothing.',
    on: ops('previewRole', 'getProfile'),
    response: inData((data) => Object.assign(data.user ?? data, { preview: false })),
  },
  {
    id: 'preview-is-session-of-caller',
    at: '#/paths/~1api~1v1~1roles~1{id}~1preview/post/responses/201',
    breaks: 'A session of half an hour that may do what both the role and the caller may.',
    on: ops('previewRole'),
    response: inData((data, { token }) => Object.assign(data, { token })),
  },
]);
