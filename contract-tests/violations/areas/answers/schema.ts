import { inData, inEachItem, inError, inRecord, status } from '../../kit/edits.ts';
import { either, every, ofKind, ops, tagged, verbs } from '../../kit/operations.ts';
import { violationsOf } from '../../kit/violation.ts';

const ENVELOPE = 'Every JSON answer is the envelope `{code, message, data}`; `code` equals the HTTP status.';

export const schemaViolations = violationsOf('schema and status', [
  {
    id: 'record-lacks-required-field',
    at: '#/components/schemas/Country/required',
    breaks: 'Country requires updatedBy.',
    on: ofKind('country', 'get'),
    response: inRecord((record) => delete record.updatedBy),
  },
  {
    id: 'null-fields-left-out',
    at: '#/components/schemas/Airport/required',
    breaks: 'Airport requires every field; one without a value is null.',
    on: ofKind('airport', 'list', 'get'),
    response: inData((data) => {
      for (const record of data.items ?? [data.record])
        for (const [name, value] of Object.entries(record)) if (value === null) delete record[name];
    }),
  },
  {
    id: 'created-record-has-unknown-field',
    at: '#/components/schemas/Cabin/additionalProperties',
    breaks: 'A cabin has no other fields than those declared.',
    on: ofKind('cabin', 'create'),
    response: inRecord((record) => Object.assign(record, { internalId: 7 })),
  },
  {
    id: 'version-is-text',
    at: '#/components/schemas/Version',
    breaks: 'Version: { type: integer }',
    on: verbs('update'),
    response: inRecord((record) => Object.assign(record, { version: String(record.version) })),
  },
  {
    id: 'search-item-status-outside-enum',
    at: '#/components/schemas/Status',
    breaks: 'Status is one of pending, approved, active, inactive, rejected.',
    on: ops('searchRecords'),
    response: inEachItem((item) => Object.assign(item, { status: 'enabled' })),
  },
  {
    id: 'rate-amount-is-number',
    at: '#/components/schemas/Decimal',
    breaks: 'Decimal: { type: string }, an exact decimal number as text.',
    on: ofKind('rate_board', 'get'),
    response: inRecord((record) => record.middle !== null && Object.assign(record, { middle: Number(record.middle) })),
  },
  {
    id: 'user-roles-are-names',
    at: '#/components/schemas/User/properties/roles',
    breaks: 'Each role of the signed-in user is an object with name, displayName and permissions.',
    on: ops('getProfile'),
    response: inData((user) => Object.assign(user, { roles: user.roles.map(({ name }: { name: string }) => name) })),
  },
  {
    id: 'envelope-code-is-zero',
    at: '#/info/description',
    breaks: ENVELOPE,
    on: either(tagged('user', 'role'), verbs('get')),
    response: (answer) => {
      if (answer.succeeded && answer.json) answer.json.code = 0;
    },
  },
  {
    id: 'error-code-differs-from-status',
    at: '#/info/description',
    breaks: `${ENVELOPE} (of errors)`,
    on: every,
    response: (answer) => {
      if (answer.status === 404 && answer.json) answer.json.code = 40_400;
    },
  },
  {
    id: 'error-without-trace-id',
    at: '#/info/description',
    breaks: 'Error answers carry `data.key`, one of `ErrorKey`, and `data.traceId`.',
    on: every,
    response: inError((data) => delete data.traceId),
  },
  {
    id: 'done-answers-null',
    at: '#/components/schemas/DoneAnswer',
    breaks: 'data: { type: object }',
    on: ops('logout', 'deleteUser', 'deleteRole', 'deleteView'),
    response: (answer) => {
      if (answer.succeeded && answer.json) answer.json.data = null;
    },
  },
  {
    id: 'create-answers-200',
    at: '#/paths/~1api~1v1~1countries/post/responses/201',
    breaks: '201: Created, pending.',
    on: verbs('create'),
    response: status(201, 200),
  },
  {
    id: 'proposed-change-answers-200',
    at: '#/paths/~1api~1v1~1countries~1{id}/put',
    breaks: 'A change to an approved, active or inactive record becomes a proposal (202).',
    on: verbs('update'),
    response: status(202, 200),
  },
  {
    id: 'proposed-deletion-answers-200',
    at: '#/paths/~1api~1v1~1countries~1{id}/delete',
    breaks: 'Deleting an active record becomes a proposal (202).',
    on: verbs('remove'),
    response: status(202, 200),
  },
  {
    id: 'delete-answers-204',
    at: '#/paths/~1api~1v1~1countries~1{id}/delete/responses/200',
    breaks: '200: Deleted; `version` is the one to restore.',
    on: verbs('remove'),
    response: (answer) => {
      if (answer.status !== 200) return;
      Object.assign(answer, { status: 204, body: Buffer.alloc(0), headers: {} });
    },
  },
  {
    id: 'task-start-answers-200',
    at: '#/paths/~1api~1v1~1tasks/post/responses/202',
    breaks: '202: the task is started.',
    on: ops('createTask', 'replayLane', 'stageImport', 'applyImport'),
    response: status(202, 200),
  },
  {
    id: 'broken-rule-answers-400',
    at: '#/components/responses/Invalid',
    breaks: '422: A field or parameter breaks a rule, or is unknown.',
    on: every,
    response: status(422, 400, 'validationError'),
  },
  {
    id: 'malformed-json-answers-422',
    at: '#/components/responses/BadRequest',
    breaks: '400: The body is not JSON.',
    on: every,
    response: status(400, 422),
  },
  {
    id: 'taken-code-answers-422',
    at: '#/components/responses/Conflict',
    breaks: '409: The code is taken (duplicateCode).',
    on: verbs('create', 'update'),
    response: status(409, 422, 'duplicateCode'),
  },
  {
    id: 'referred-record-answers-422',
    at: '#/components/responses/InUse',
    breaks: '409: Other records refer to it (inUse).',
    on: verbs('remove'),
    response: status(409, 422, 'inUse'),
  },
  {
    id: 'stale-version-answers-409',
    at: '#/components/responses/Stale',
    breaks: '412: The record has changed since the version in `If-Match`.',
    on: every,
    response: status(412, 409),
  },
  {
    id: 'missing-version-answers-412',
    at: '#/components/responses/PreconditionRequired',
    breaks: '428: `If-Match` is missing.',
    on: every,
    response: status(428, 412),
  },
  {
    id: 'missing-record-answers-null',
    at: '#/components/responses/NotFound',
    breaks: '404: There is no such thing.',
    on: verbs('get'),
    response: (answer) => {
      if (answer.status !== 404) return;
      answer.setStatus(200);
      Object.assign(answer.json, { message: 'OK', data: null });
    },
  },
  {
    id: 'missing-token-answers-403',
    at: '#/components/responses/Unauthorized',
    breaks: '401: The token is missing, expired or revoked.',
    on: every,
    response: status(401, 403),
  },
  {
    id: 'large-body-answers-400',
    at: '#/components/responses/TooLarge',
    breaks: '413: The body is larger than 1 MiB.',
    on: every,
    response: status(413, 400),
  },
  {
    id: 'refused-transition-has-other-key',
    at: '#/components/responses/InvalidTransition',
    breaks: 'Not from this status (invalidTransition).',
    on: verbs('transition'),
    response: inError((data) => Object.assign(data, { key: 'invalidRequest' }), 'invalidTransition'),
  },
  {
    id: 'field-error-pointer-without-slash',
    at: '#/components/schemas/FieldError/properties/pointer',
    breaks: 'JSON pointer into the body, or `/query/…`, `/path/…`, `/header/…`.',
    on: verbs('create', 'update'),
    response: inError((data) => {
      for (const field of data.fields ?? []) field.pointer = field.pointer.slice(1).replaceAll('/', '.');
    }),
  },
  {
    id: 'parameter-error-points-into-body',
    at: '#/components/schemas/FieldError/properties/pointer',
    breaks: 'JSON pointer into the body, or `/query/…` (of parameters).',
    on: every,
    response: inError((data) => {
      for (const field of data.fields ?? []) field.pointer = field.pointer.replace(/^\/query/, '');
    }),
  },
  {
    id: 'only-first-field-error',
    at: '#/components/schemas/ErrorData/properties/fields',
    breaks: '`fields` are the fields and parameters that break a rule, each with its pointer.',
    on: every,
    response: inError((data) => data.fields?.splice(1)),
  },
]);
