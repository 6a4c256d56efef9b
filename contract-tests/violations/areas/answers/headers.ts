import { dropHeader, inHeader } from '../../kit/edits.ts';
import { either, every, ofKind, ops, tagged, verbs } from '../../kit/operations.ts';
import { type Declaration, violationsOf } from '../../kit/violation.ts';

const ETAG_OF_RECORD = 'The record; its version is the `ETag`.';
const earlier = (etag: string) => `"${Math.max(Number(etag.slice(1, -1)) - 1, 1)}"`;

function withoutDisposition(id: string, at: string, on: Declaration['on']): Declaration {
  const breaks = 'headers: Content-Disposition with the name of the file';
  return { id, at, breaks, on, response: dropHeader('content-disposition') };
}

export const headerViolations = violationsOf('headers', [
  {
    id: 'etag-of-record-missing',
    at: '#/components/responses/CountryFound',
    breaks: ETAG_OF_RECORD,
    on: verbs('get'),
    response: dropHeader('etag'),
  },
  {
    id: 'etag-of-created-record-missing',
    at: '#/components/responses/CountryCreated/headers/ETag',
    breaks: '201 has an ETag: the version, quoted.',
    on: verbs('create'),
    response: dropHeader('etag'),
  },
  {
    id: 'etag-of-proposed-change-missing',
    at: '#/components/responses/CountryProposed/headers/ETag',
    breaks: '202 has an ETag: the version, quoted.',
    on: verbs('update', 'remove', 'restore'),
    response: (answer) => {
      if (answer.status === 202) delete answer.headers.etag;
    },
  },
  {
    id: 'etag-of-saved-record-is-earlier',
    at: '#/components/responses/CountrySaved/headers/ETag',
    breaks: 'ETag: The version, quoted.',
    on: verbs('update', 'transition'),
    response: inHeader('etag', earlier),
  },
  {
    id: 'etag-of-restored-record-missing',
    at: '#/components/responses/CountrySaved/headers/ETag',
    breaks: 'ETag: The version, quoted (after a restore).',
    on: verbs('restore'),
    response: (answer) => {
      if (answer.status === 200) delete answer.headers.etag;
    },
  },
  {
    id: 'etag-without-quotes',
    at: '#/components/headers/ETag',
    breaks: 'The version, quoted.',
    on: every,
    response: inHeader('etag', (etag) => etag.replaceAll('"', '')),
  },
  {
    id: 'etag-is-weak',
    at: '#/components/headers/ETag',
    breaks: 'pattern: \'^"\\d+"$\'',
    on: verbs('get'),
    response: inHeader('etag', (etag) => `W/${etag}`),
  },
  {
    id: 'etag-of-proposal-is-of-record',
    at: '#/paths/~1api~1v1~1countries~1{id}~1proposal/get/responses/200',
    breaks: 'The proposal; its version is the `ETag`.',
    on: verbs('proposal'),
    response: inHeader('etag', (_etag, { data }) => `"${data.proposal.version + 10}"`),
  },
  {
    id: 'etag-of-user-missing',
    at: '#/components/responses/AccountFound',
    breaks: 'The user; the version is the `ETag`.',
    on: ops('getUser'),
    response: dropHeader('etag'),
  },
  {
    id: 'etag-of-role-is-earlier',
    at: '#/components/responses/RoleSaved/headers/ETag',
    breaks: 'ETag: The version, quoted (of a saved role).',
    on: ops('updateRole'),
    response: inHeader('etag', earlier),
  },
  {
    id: 'etag-of-settings-missing',
    at: '#/components/responses/SettingsFound',
    breaks: 'The configuration; its version is the `ETag`.',
    on: ops('getSettings'),
    response: dropHeader('etag'),
  },
  {
    id: 'etag-of-subscriber-missing',
    at: '#/components/responses/SubscriberFound/headers/ETag',
    breaks: 'A subscriber found or saved has an ETag.',
    on: ops('getSubscriber', 'updateSubscriber'),
    response: dropHeader('etag'),
  },
  {
    id: 'etag-of-view-is-constant',
    at: '#/paths/~1api~1v1~1views~1{id}/put/responses/200/headers/ETag',
    breaks: 'ETag: The version, quoted (of a view).',
    on: ops('updateView'),
    response: inHeader('etag', () => '"1"'),
  },
  {
    id: 'json-content-type-is-html',
    at: '#/paths/~1api~1v1~1countries~1{id}/get/responses/200/content',
    breaks: 'content: application/json',
    on: either(verbs('get', 'list'), tagged('session')),
    response: inHeader('content-type', (type) => type.replace('application/json', 'text/html')),
  },
  {
    id: 'csv-content-type-is-plain',
    at: '#/components/responses/RecordsFile/content',
    breaks: 'content: text/csv',
    on: verbs('export'),
    response: inHeader('content-type', (type) => type.replace('text/csv', 'text/plain')),
  },
  {
    id: 'ndjson-content-type-is-json',
    at: '#/components/responses/RecordsFile/content',
    breaks: 'content: application/x-ndjson',
    on: verbs('export'),
    response: inHeader('content-type', (type) => type.replace('application/x-ndjson', 'application/json')),
  },
  {
    id: 'xlsx-content-type-is-binary',
    at: '#/components/responses/RecordsFile/content',
    breaks: 'content: application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    on: either(verbs('export'), ops('exportImportTemplate')),
    response: inHeader('content-type', (type) => (type.includes('sheet') ? 'application/octet-stream' : type)),
  },
  {
    id: 'stream-content-type-is-plain',
    at: '#/paths/~1api~1v1~1tasks~1events/get/responses/200/content',
    breaks: 'content: text/event-stream',
    on: ops('streamTasks', 'streamSyncStatus', 'streamPresence', 'streamImport'),
    response: inHeader('content-type', (type) => type.replace('text/event-stream', 'text/plain')),
  },
  withoutDisposition('disposition-of-records-missing', '#/components/responses/RecordsFile/headers', verbs('export')),
  withoutDisposition('disposition-of-user-log-missing', '#/paths/~1api~1v1~1user-logs~1export', ops('exportUserLogs')),
  withoutDisposition('disposition-of-data-log-missing', '#/paths/~1api~1v1~1data-logs~1export', ops('exportDataLogs')),
  withoutDisposition(
    'disposition-of-snapshot-missing',
    '#/paths/~1api~1v1~1changes~1snapshot',
    ops('getChangesSnapshot', 'getTaskResult'),
  ),
  withoutDisposition(
    'disposition-of-import-files-missing',
    '#/paths/~1api~1v1~1import-template',
    ops('exportImportTemplate', 'exportImportReport', 'exportLeftRecords'),
  ),
  {
    id: 'access-version-of-login-missing',
    at: '#/paths/~1api~1v1~1auth~1login/post/responses/200/headers',
    breaks: '200 has X-Access-Version.',
    on: ops('login'),
    response: dropHeader('x-access-version'),
  },
  {
    id: 'access-version-of-profile-missing',
    at: '#/paths/~1api~1v1~1profile/get/responses/200/headers',
    breaks: '200 has X-Access-Version.',
    on: ops('getProfile'),
    response: dropHeader('x-access-version'),
  },
  {
    id: 'access-version-never-changes',
    at: '#/components/headers/AccessVersion',
    breaks: "Changes whenever the caller's roles or permissions do.",
    on: every,
    response: inHeader('x-access-version', () => 'a1'),
  },
  {
    id: 'retry-after-missing',
    at: '#/components/responses/TooManyRequests/headers',
    breaks: '429 has Retry-After.',
    on: every,
    response: dropHeader('retry-after'),
  },
  {
    id: 'retry-after-is-date',
    at: '#/components/headers/RetryAfter',
    breaks: 'Seconds. (integer)',
    on: every,
    response: inHeader('retry-after', (seconds) => new Date(Date.now() + Number(seconds) * 1000).toUTCString()),
  },
  {
    id: 'etag-missing-in-kind-of-rates',
    at: '#/components/responses/RateSaved/headers/ETag',
    breaks: 'ETag: The version, quoted (of a saved rate).',
    on: ofKind('rate_board', 'update', 'transition'),
    response: dropHeader('etag'),
  },
]);
