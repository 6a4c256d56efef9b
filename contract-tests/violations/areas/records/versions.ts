import { inBody, inData, inError, inEveryRecord, inRecord } from '../../kit/edits.ts';
import { withStaleVersion } from '../../kit/follow-ups.ts';
import { either, ops, verbs } from '../../kit/operations.ts';
import type { EditRequest } from '../../kit/violation.ts';
import { violationsOf } from '../../kit/violation.ts';

const IF_MATCH = '#/components/parameters/IfMatch';
const STALE = 'The record has changed since the version in `If-Match` (412).';
const MISSING = 'Asked for (428 without it).';

const anyVersion: EditRequest = ({ headers }) => {
  headers['if-match'] ??= '*';
};

export const versionViolations = violationsOf('versions', [
  {
    id: 'stale-update-accepted',
    at: '#/components/responses/Stale',
    breaks: STALE,
    on: verbs('update'),
    after: withStaleVersion,
  },
  {
    id: 'stale-delete-accepted',
    at: '#/components/responses/Stale',
    breaks: `${STALE} (deletions)`,
    on: verbs('remove'),
    after: withStaleVersion,
  },
  {
    id: 'stale-transition-accepted',
    at: '#/components/responses/Stale',
    breaks: `${STALE} (transitions)`,
    on: verbs('transition'),
    after: withStaleVersion,
  },
  {
    id: 'stale-restore-accepted',
    at: '#/components/responses/Stale',
    breaks: `${STALE} (restores)`,
    on: verbs('restore'),
    after: withStaleVersion,
  },
  {
    id: 'stale-decision-accepted',
    at: '#/components/responses/StaleProposal',
    breaks: 'The proposal has changed; `current` tells which.',
    on: verbs('decide'),
    after: withStaleVersion,
  },
  {
    id: 'stale-withdrawal-accepted',
    at: '#/components/responses/StaleProposal',
    breaks: '`If-Match` takes the proposal’s version.',
    on: verbs('withdraw'),
    after: withStaleVersion,
  },
  {
    id: 'stale-user-change-accepted',
    at: '#/paths/~1api~1v1~1users~1{id}/put/responses/412',
    breaks: STALE,
    on: ops('updateUser', 'deleteUser', 'transitionUser'),
    after: withStaleVersion,
  },
  {
    id: 'stale-role-change-accepted',
    at: '#/paths/~1api~1v1~1roles~1{id}/put/responses/412',
    breaks: STALE,
    on: ops('updateRole', 'deleteRole'),
    after: withStaleVersion,
  },
  {
    id: 'stale-settings-accepted',
    at: '#/paths/~1api~1v1~1system-config/put/responses/412',
    breaks: STALE,
    on: ops('updateSettings'),
    after: withStaleVersion,
  },
  {
    id: 'stale-subscriber-change-accepted',
    at: '#/paths/~1api~1v1~1subscribers~1{id}/put/responses/412',
    breaks: STALE,
    on: ops('updateSubscriber', 'deleteSubscriber'),
    after: withStaleVersion,
  },
  {
    id: 'stale-view-change-accepted',
    at: '#/paths/~1api~1v1~1views~1{id}/put/responses/412',
    breaks: STALE,
    on: ops('updateView', 'deleteView'),
    after: withStaleVersion,
  },
  {
    id: 'update-needs-no-version',
    at: IF_MATCH,
    breaks: MISSING,
    on: verbs('update'),
    request: anyVersion,
  },
  {
    id: 'delete-needs-no-version',
    at: IF_MATCH,
    breaks: MISSING,
    on: verbs('remove', 'withdraw'),
    request: anyVersion,
  },
  {
    id: 'administration-needs-no-version',
    at: IF_MATCH,
    breaks: MISSING,
    on: ops('updateRole', 'deleteRole', 'updateSettings', 'updateSubscriber', 'deleteSubscriber', 'updateView'),
    request: anyVersion,
  },
  {
    id: 'any-version-refused',
    at: IF_MATCH,
    breaks: 'The version last read, quoted, or `*` for whichever there is.',
    on: verbs('update', 'remove'),
    request: ({ headers }) => {
      if (headers['if-match'] === '*') headers['if-match'] = '"4294967295"';
    },
  },
  {
    id: 'any-version-approves',
    at: IF_MATCH,
    breaks:
      'Whoever approves or rejects names the version that they have read: `*` is refused there (422 `versionToDecide`).',
    on: verbs('transition', 'decide'),
    after: {
      when: ({ status, data }) => status === 422 && data?.fields?.[0]?.rule === 'versionToDecide',
      run: async (_answer, call, { ask }) => {
        const { headers } = await ask(call.reading(call.path.replace(/\/(transitions|decision)$/, '')));
        return ask(call.with({ headers: { ...call.headers, 'if-match': headers.etag ?? '*' } }));
      },
    },
  },
  {
    id: 'unquoted-version-accepted',
    at: IF_MATCH,
    breaks: 'pattern: \'^("\\d{1,10}"|\\*)$\'',
    on: either(
      verbs('update', 'remove', 'transition', 'restore', 'withdraw', 'decide'),
      ops('updateUser', 'updateRole'),
    ),
    request: ({ headers }) => {
      headers['if-match'] = headers['if-match']?.replace(/^\d+$/, '"$&"') ?? '';
      if (headers['if-match'] === '') delete headers['if-match'];
    },
  },
  {
    id: 'weak-version-accepted',
    at: IF_MATCH,
    breaks: 'pattern: \'^("\\d{1,10}"|\\*)$\'',
    on: verbs('update', 'remove', 'transition', 'restore', 'withdraw', 'decide'),
    request: ({ headers }) => {
      if (headers['if-match']?.startsWith('W/')) headers['if-match'] = headers['if-match'].slice(2);
    },
  },
  {
    id: 'user-change-needs-version',
    at: '#/components/parameters/OptionalIfMatch',
    breaks: 'Without it, whichever version there is.',
    on: ops('updateUser', 'deleteUser'),
    response: (answer, { headers }) => {
      if (!headers['if-match'] && answer.succeeded) answer.setStatus(428);
    },
  },
  {
    id: 'current-missing',
    at: '#/components/responses/Stale',
    breaks: '`current` is what it is now.',
    on: either(verbs('update', 'remove', 'transition', 'restore'), ops('updateRole', 'updateSettings', 'updateUser')),
    response: inError((data) => delete data.current, 'versionConflict'),
  },
  {
    id: 'current-has-old-version',
    at: '#/components/responses/Stale',
    breaks: '`current` is what it is now.',
    on: verbs('update', 'remove', 'transition'),
    response: inError(({ current }, { headers }) => {
      if (current) current.version = Number(headers['if-match']?.replaceAll('"', ''));
    }, 'versionConflict'),
  },
  {
    id: 'current-is-what-was-sent',
    at: '#/components/responses/Stale',
    breaks: '`current` is what it is now.',
    on: verbs('update'),
    response: inError(
      ({ current }, { json }) => current && Object.assign(current, { name: json.name }),
      'versionConflict',
    ),
  },
  {
    id: 'current-of-decision-is-missing',
    at: '#/components/responses/StaleProposal',
    breaks: '`current` tells which.',
    on: verbs('decide', 'withdraw'),
    response: inError((data) => delete data.current, 'versionConflict'),
  },
  {
    id: 'version-never-grows',
    at: '#/components/schemas/Version',
    breaks: 'Each change gives a record a new version.',
    on: verbs('get', 'create', 'update', 'transition', 'list', 'restore'),
    response: inEveryRecord((record) => Object.assign(record, { version: 1 })),
  },
  {
    id: 'saved-record-has-version-before',
    at: '#/components/responses/CountrySaved',
    breaks: 'The saved record has the version that it has from then on.',
    on: verbs('update', 'transition'),
    response: inRecord((record) => Object.assign(record, { version: Math.max(record.version - 1, 1) })),
  },
  {
    id: 'unchanged-update-makes-version',
    at: 'docs/decisions.md, The contract and its answers',
    breaks: 'A change that changes nothing writes nothing.',
    on: verbs('update'),
    response: inData(({ record, proposal }, { headers }, _memory, answer) => {
      if (proposal || !record || headers['if-match'] !== `"${record.version}"`) return;
      record.version += 1;
      answer.headers.etag = `"${record.version}"`;
    }),
  },
  {
    id: 'deleted-version-is-next',
    at: '#/paths/~1api~1v1~1countries~1{id}/delete/responses/200',
    breaks: 'Deleted; `version` is the one to restore.',
    on: verbs('remove'),
    response: inData((data) => data.version && Object.assign(data, { version: data.version + 1 })),
  },
  {
    id: 'restore-takes-latest-version',
    at: '#/paths/~1api~1v1~1countries~1{id}~1restore/post',
    breaks: 'Bring back the fields of an earlier version.',
    on: verbs('restore'),
    request: inBody((body, { headers }) => {
      const current = Number(headers['if-match']?.replaceAll('"', ''));
      if (current > 1 && body.version < current) body.version = current;
    }),
  },
]);
