import { hoursLater, inData, inEachItem, keepItems, reverseItems } from '../../kit/edits.ts';
import { ops } from '../../kit/operations.ts';
import { type Data, violationsOf } from '../../kit/violation.ts';

const OVERVIEW = '#/components/schemas/OverviewAnswer';
const WORKLIST = '#/paths/~1api~1v1~1worklist/get';
const PRESENCE = '#/paths/~1api~1v1~1presence/get';
const overview = ops('getOverview');
const worklist = ops('getWorklist');
const presence = ops('getPresence');

export const workViolations = violationsOf('overview and presence', [
  {
    id: 'overview-totals-exclude-pending',
    at: `${OVERVIEW} (total)`,
    breaks: 'Of what the list shows before anybody narrows it.',
    on: overview,
    response: inData(({ entities }) => {
      for (const entity of entities) entity.total -= entity.counts.pending ?? 0;
    }),
  },
  {
    id: 'overview-counts-one-status-less',
    at: `${OVERVIEW} (counts)`,
    breaks: 'counts: how many records per status',
    on: overview,
    response: inData(({ entities }) => {
      for (const { counts } of entities) delete counts.active;
    }),
  },
  {
    id: 'overview-rates-count-all-quotes',
    at: `${OVERVIEW} (total)`,
    breaks: 'Of rates the newest ones, and those that wait.',
    on: overview,
    response: inData(({ entities }) => {
      for (const entity of entities) if (entity.entity === 'rate_board') entity.total += 1000;
    }),
  },
  {
    id: 'overview-waiting-always-zero',
    at: `${OVERVIEW} (waiting)`,
    breaks: 'Of `reviews`.',
    on: overview,
    response: inData(({ entities }) => {
      for (const entity of entities) entity.waiting = 0;
    }),
  },
  {
    id: 'overview-reviews-one-less',
    at: `${OVERVIEW} (reviews)`,
    breaks: 'As `listReviews` lists them.',
    on: overview,
    response: inData(({ reviews }) => Object.assign(reviews, { total: Math.max(reviews.total - 1, 0) })),
  },
  {
    id: 'overview-oldest-is-null',
    at: `${OVERVIEW} (reviews/oldest)`,
    breaks: 'oldest: since when the oldest of what waits has waited',
    on: overview,
    response: inData(({ reviews }) => Object.assign(reviews, { oldest: null })),
  },
  {
    id: 'overview-changes-ignore-period',
    at: '#/paths/~1api~1v1~1overview/get/parameters',
    breaks: 'How many days back changes are counted; 1 is today, by UTC.',
    on: overview,
    request: ({ query }) => {
      query.delete('since');
      query.set('days', '30');
    },
  },
  {
    id: 'overview-since-ignored',
    at: '#/paths/~1api~1v1~1overview/get/parameters',
    breaks: 'From when on changes are counted.',
    on: overview,
    request: ({ query }) => query.delete('since'),
  },
  {
    id: 'overview-recent-oldest-first',
    at: `${OVERVIEW} (recent)`,
    breaks: 'The newest changes.',
    on: overview,
    response: inData(({ recent }) => recent.reverse()),
  },
  {
    id: 'overview-rejections-always-zero',
    at: `${OVERVIEW} (rejections)`,
    breaks: 'As `listRejections` lists them.',
    on: overview,
    response: inData((data) => Object.assign(data, { rejections: 0 })),
  },
  {
    id: 'overview-people-always-zero',
    at: `${OVERVIEW} (people)`,
    breaks: 'Registrations that wait; only for who may let them in.',
    on: overview,
    response: inData(({ people }) => people && Object.assign(people, { pending: 0, oldest: null })),
  },
  {
    id: 'worklist-own-counts-everybodys',
    at: WORKLIST,
    breaks: '`own` of the same with the caller as `by`.',
    on: worklist,
    response: inData((data) => data.reviews && Object.assign(data, { own: data.reviews })),
  },
  {
    id: 'worklist-reviews-one-more',
    at: WORKLIST,
    breaks: '`reviews` is the `total` of `listReviews`.',
    on: worklist,
    response: inData(({ reviews }) => reviews && Object.assign(reviews, { total: reviews.total + 1 })),
  },
  {
    id: 'worklist-change-sets-one-more',
    at: WORKLIST,
    breaks: '`changeSets` of `listChangeSets` with `toReview`.',
    on: worklist,
    response: inData(({ changeSets }) => Object.assign(changeSets, { toReview: changeSets.toReview + 1 })),
  },
  {
    id: 'worklist-incomplete-lacks-a-kind',
    at: WORKLIST,
    breaks: '`incomplete` of a kind’s list with `incomplete`.',
    on: worklist,
    response: inData(({ incomplete }) => incomplete.pop()),
  },
  {
    id: 'worklist-failed-tasks-one-more',
    at: WORKLIST,
    breaks: '`failedTasks` of tasks with `status=failed`.',
    on: worklist,
    response: inData(
      (data) => data.failedTasks !== undefined && Object.assign(data, { failedTasks: data.failedTasks + 1 }),
    ),
  },
  {
    id: 'worklist-old-rates-not-cumulative',
    at: WORKLIST,
    breaks: '`oldRates` of rates with `olderThan`.',
    on: worklist,
    response: inData(({ oldRates }) => oldRates && Object.assign(oldRates, { day: oldRates.day - oldRates.week })),
  },
  {
    id: 'worklist-ending-agreements-ignore-today',
    at: WORKLIST,
    breaks: 'today: The day where the viewer is.',
    on: worklist,
    request: ({ query }) => query.delete('today'),
  },
  {
    id: 'worklist-tells-people-to-everybody',
    at: '#/components/schemas/WorklistAnswer (people)',
    breaks: 'Registrations that wait; only for who may let them in.',
    on: worklist,
    response: inData((data) => {
      data.people ??= { pending: 0, oldest: null };
    }),
  },
  {
    id: 'presence-names-caller',
    at: PRESENCE,
    breaks: 'The caller is left out.',
    on: ops('getPresence', 'renewPresence'),
    response: (answer, { operation, token, json, query }, memory) => {
      if (operation.id === 'renewPresence')
        memory.set(`${token} ${json?.entity} ${json?.id}`, new Date().toISOString());
      const since = memory.get(`${token} ${query.get('entity')} ${query.get('id')}`);
      if (operation.id === 'getPresence' && since) answer.data?.editors?.push({ name: 'editor', since });
    },
  },
  {
    id: 'presence-never-names-anybody',
    at: PRESENCE,
    breaks: 'Whoever edits a record is named while the form gives signs of life.',
    on: presence,
    response: inData((data) => Object.assign(data, { editors: [] })),
  },
  {
    id: 'presence-version-is-first',
    at: PRESENCE,
    breaks: 'Who else edits a record, and which version it has.',
    on: presence,
    response: inData(({ record }) => record && Object.assign(record, { version: 1 })),
  },
  {
    id: 'presence-hides-proposal',
    at: '#/components/schemas/PresenceAnswer (proposal)',
    breaks: 'The open proposal, if there is one.',
    on: presence,
    response: inData(({ record }) => record && Object.assign(record, { proposal: null })),
  },
  {
    id: 'presence-of-deleted-record-is-404',
    at: `${PRESENCE}/responses/200`,
    breaks: 'The state of the record, or null once it is deleted.',
    on: presence,
    response: inData((data, _call, _memory, answer) => data.record === null && answer.setStatus(404)),
  },
  {
    id: 'presence-does-not-end',
    at: '#/paths/~1api~1v1~1presence/delete',
    breaks: 'Say that one no longer edits a record.',
    on: ops('endPresence'),
    request: ({ query }) => query.set('id', '4294967295'),
  },
  {
    id: 'presence-since-is-a-day-earlier',
    at: '#/components/schemas/PresenceAnswer (since)',
    breaks: 'since: from when on they have edited it',
    on: presence,
    response: inData(({ editors, time }) => {
      for (const editor of editors) editor.since = hoursLater(time, -24);
    }),
  },
  {
    id: 'reviews-newest-first',
    at: '#/paths/~1api~1v1~1reviews/get',
    breaks: 'Pending records and open proposals of every kind that the caller may read, oldest first.',
    on: ops('listReviews'),
    response: reverseItems,
  },
  {
    id: 'reviews-list-no-proposals',
    at: '#/paths/~1api~1v1~1reviews/get',
    breaks: 'Pending records and open proposals of every kind that the caller may read, oldest first.',
    on: ops('listReviews'),
    response: keepItems(({ kind }: Data) => kind !== 'proposal'),
  },
  {
    id: 'reviews-list-no-records',
    at: '#/paths/~1api~1v1~1reviews/get',
    breaks: 'Pending records and open proposals of every kind that the caller may read, oldest first.',
    on: ops('listReviews'),
    response: keepItems(({ kind }: Data) => kind !== 'record'),
  },
  {
    id: 'reviews-say-create',
    at: '#/components/schemas/RecordToReview/properties/action',
    breaks: 'action: create, update, delete, restore or resubmit, as it was',
    on: ops('listReviews'),
    response: inEachItem((item) => item.action && Object.assign(item, { action: 'create' })),
  },
]);
