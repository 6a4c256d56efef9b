import { hoursLater, inBody, inData, inItems, inRecord, inTimes } from '../../kit/edits.ts';
import { either, ofKind, ops, tagged, verbs } from '../../kit/operations.ts';
import { violationsOf } from '../../kit/violation.ts';

const UTC = 'Time: { type: string, format: date-time, description: UTC. }';
const TIME = '#/components/schemas/Time';

export const timeViolations = violationsOf('times', [
  {
    id: 'record-times-without-zone',
    at: TIME,
    breaks: UTC,
    on: verbs('get', 'create'),
    response: inTimes((time) => time.replace('Z', '')),
  },
  {
    id: 'list-times-with-space',
    at: TIME,
    breaks: UTC,
    on: verbs('list'),
    response: inTimes((time) => time.replace('T', ' ').slice(0, 19)),
  },
  {
    id: 'record-times-are-local-but-say-z',
    at: TIME,
    breaks: 'UTC. (the time of a change is when it happened)',
    on: verbs('get', 'create', 'update', 'transition', 'list'),
    response: inRecord((record) => Object.assign(record, { updateTime: hoursLater(record.updateTime, 8) })),
  },
  {
    id: 'data-log-times-have-offset',
    at: TIME,
    breaks: UTC,
    on: tagged('data_log'),
    response: inTimes((time) => hoursLater(time, 8).replace('Z', '+08:00')),
  },
  {
    id: 'user-log-times-are-local-but-say-z',
    at: '#/components/schemas/UserLogEntry/properties/time',
    breaks: UTC,
    on: ops('listUserLogs'),
    response: inTimes((time) => hoursLater(time, 8)),
  },
  {
    id: 'feed-times-are-numbers',
    at: '#/components/schemas/ChangeItem/properties/time',
    breaks: UTC,
    on: ops('listChanges'),
    response: inItems((items) => {
      for (const item of items) item.time = Date.parse(item.time);
    }),
  },
  {
    id: 'update-time-stays',
    at: '#/components/parameters/UpdatedFrom',
    breaks: 'Last changed not before: updateTime is when a record was last changed.',
    on: either(verbs('get', 'update', 'transition')),
    response: inRecord((record) => Object.assign(record, { updateTime: record.createTime })),
  },
  {
    id: 'create-time-moves',
    at: '#/components/schemas/Country/properties/createTime',
    breaks: 'createTime is when the record was created, whatever changes it later.',
    on: verbs('get', 'update', 'transition'),
    response: inRecord((record) => Object.assign(record, { createTime: record.updateTime })),
  },
  {
    id: 'quoted-at-loses-seconds',
    at: '#/components/schemas/RateWrite/properties/quotedAt',
    breaks: 'A PUT replaces the fields; quotedAt is a date-time, kept as sent.',
    on: ofKind('rate_board', 'create', 'update', 'get'),
    request: inBody((body) => {
      if (typeof body.quotedAt === 'string') body.quotedAt = body.quotedAt.replace(/:\d\d(\.\d+)?(?=Z|[+-])/, ':00');
    }),
  },
  {
    id: 'quoted-at-is-a-day',
    at: '#/components/schemas/Rate/properties/quotedAt',
    breaks: UTC,
    on: ofKind('rate_board', 'get', 'list'),
    response: inData((data) => {
      for (const rate of data.items ?? [data.record]) rate.quotedAt = rate.quotedAt.slice(0, 10);
    }),
  },
  {
    id: 'quoted-at-shifts',
    at: '#/components/schemas/Rate/properties/quotedAt',
    breaks: UTC,
    on: ofKind('rate_board', 'get', 'create', 'update'),
    response: inRecord((rate) => Object.assign(rate, { quotedAt: hoursLater(rate.quotedAt, -2) })),
  },
  {
    id: 'calendar-date-becomes-time',
    at: '#/components/schemas/CalendarDate',
    breaks: 'CalendarDate: { type: string, format: date }',
    on: ofKind('protocol', 'get', 'update'),
    response: inRecord(
      (record) => record.validFrom && Object.assign(record, { validFrom: `${record.validFrom}T00:00:00.000Z` }),
    ),
  },
  {
    id: 'calendar-date-is-a-day-early',
    at: '#/components/schemas/Protocol/properties/validTo',
    breaks: 'A date stays the day that was sent.',
    on: ofKind('protocol', 'get', 'create', 'update'),
    response: inRecord((record) => {
      if (record.validTo) record.validTo = hoursLater(`${record.validTo}T00:00:00Z`, -24).slice(0, 10);
    }),
  },
  {
    id: 'ticket-expires-in-an-hour',
    at: '#/paths/~1api~1v1~1tickets/post/responses/201',
    breaks: 'Good once, for sixty seconds.',
    on: ops('createTicket'),
    response: inData((data) => Object.assign(data, { expireTime: hoursLater(data.expireTime, 1) })),
  },
  {
    id: 'challenge-expires-in-an-hour',
    at: '#/paths/~1api~1v1~1auth~1login/post/responses/202',
    breaks: '`auth/login/totp` takes it within five minutes.',
    on: ops('login'),
    response: inData((data) => {
      if (data.challenge) data.expireTime = hoursLater(data.expireTime, 1);
    }),
  },
  {
    id: 'presence-read-time-is-old',
    at: '#/components/schemas/PresenceAnswer/properties/data/properties/time',
    breaks: 'When this was read.',
    on: ops('getPresence'),
    response: inData((data) => Object.assign(data, { time: hoursLater(data.time, -5) })),
  },
]);
