import { jsonAnswer } from '../../kit/answer.ts';
import { dropFields, dropQuery, hoursLater, inBody, inData, inRecord } from '../../kit/edits.ts';
import { claimsSuccess, ignoresRule } from '../../kit/follow-ups.ts';
import { ops } from '../../kit/operations.ts';
import { type Data, type Declaration, violationsOf } from '../../kit/violation.ts';

const LIST = '#/paths/~1api~1v1~1subscribers/get/parameters';
const SUBSCRIBER = '#/components/schemas/Subscriber/properties';
const LANE = '#/components/schemas/SyncLane/properties';
const REPLAY = '#/paths/~1api~1v1~1sync-status~1{subscriberId}~1{entity}~1replay';
const list = ops('listSubscribers');
const saves = ops('createSubscriber', 'updateSubscriber');
const status = ops('getSyncStatus');

function filterIgnored(name: string, breaks: string): Declaration {
  return { id: `subscribers-${name}-ignored`, at: LIST, breaks, on: list, request: dropQuery(name) };
}

const inLanes = (edit: (lane: Data) => unknown) =>
  inData((data) => {
    const lanes = data.subscribers ? data.subscribers.flatMap((subscriber: Data) => subscriber.lanes) : [data.lane];
    for (const lane of lanes) edit(lane);
  });

export const subscriberViolations = violationsOf('subscribers and sync status', [
  filterIgnored('q', 'Part of the name or the address.'),
  filterIgnored('state', 'state: subscribers in this state'),
  filterIgnored('entity', 'entity: subscribers of this kind'),
  filterIgnored('sort', 'A column, with `-` before it for the other direction.'),
  {
    id: 'subscriber-counts-empty',
    at: '#/components/schemas/SubscriberListAnswer (counts)',
    breaks: 'How many in each state; one without any is left out.',
    on: list,
    response: inData((data) => Object.assign(data, { counts: {} })),
  },
  {
    id: 'subscriber-labels-missing',
    at: '#/components/schemas/SubscriberListAnswer (labels)',
    breaks: 'labels: names of the countries of filters',
    on: ops('listSubscribers', 'getSubscriber', 'createSubscriber', 'updateSubscriber'),
    response: inData((data) => Object.assign(data, { labels: {} })),
  },
  {
    id: 'subscriber-filter-lost',
    at: '#/components/schemas/SubscriberBody/properties/filter',
    breaks: 'filter: only records in these statuses, of these countries',
    on: saves,
    request: dropFields('filter'),
  },
  {
    id: 'subscriber-filter-countries-lost',
    at: '#/components/schemas/SubscriberFilter/properties/countries',
    breaks: 'Only records of these; kinds without a country are not narrowed.',
    on: saves,
    request: inBody(({ filter }) => filter?.countries && filter.statuses && delete filter.countries),
  },
  {
    id: 'subscriber-kinds-beyond-first-lost',
    at: `${SUBSCRIBER}/entities`,
    breaks: 'entities: the kinds that it gets',
    on: saves,
    request: inBody((body) => Array.isArray(body.entities) && body.entities.splice(1)),
  },
  {
    id: 'subscriber-always-active',
    at: `${SUBSCRIBER}/active`,
    breaks: '`active: false` pauses all of it.',
    on: saves,
    request: inBody((body) => body.active === false && Object.assign(body, { active: true })),
  },
  {
    id: 'subscriber-url-lost',
    at: `${SUBSCRIBER}/url`,
    breaks: 'url: where changes are pushed to',
    on: ops('updateSubscriber'),
    request: dropFields('url'),
  },
  {
    id: 'subscriber-secret-shown-again',
    at: '#/paths/~1api~1v1~1subscribers/post',
    breaks: 'its secret and its token are shown this once',
    on: ops('createSubscriber', 'getSubscriber'),
    response: inData((data, { params }, memory) => {
      if (data.secret) memory.set(String(data.record.id), data.secret);
      else if (memory.has(params.id ?? '')) data.secret = memory.get(params.id ?? '');
    }),
  },
  {
    id: 'subscriber-secret-without-prefix',
    at: '#/components/schemas/SubscriberCreatedAnswer (secret)',
    breaks: 'Of Standard Webhooks: `whsec_` and base64.',
    on: ops('createSubscriber', 'exchangeSubscriberSecret'),
    response: inData((data) => data.secret && Object.assign(data, { secret: data.secret.replace('whsec_', '') })),
  },
  {
    id: 'subscriber-token-without-prefix',
    at: '#/components/securitySchemes/subscriber',
    breaks: 'bearerFormat: gzf_…',
    on: ops('createSubscriber', 'exchangeSubscriberToken'),
    response: inData((data) => data.token && Object.assign(data, { token: data.token.replace('gzf_', 'tok_') })),
  },
  {
    id: 'exchanged-secret-is-earlier-one',
    at: '#/paths/~1api~1v1~1subscribers~1{id}~1secret/post',
    breaks: 'Make a new secret.',
    on: ops('createSubscriber', 'exchangeSubscriberSecret'),
    response: inData((data, { params }, memory) => {
      if (data.record) memory.set(String(data.record.id), data.secret);
      else if (memory.has(params.id ?? '')) data.secret = memory.get(params.id ?? '');
    }),
  },
  {
    id: 'earlier-token-ends-at-once',
    at: '#/paths/~1api~1v1~1subscribers~1{id}~1token/post',
    breaks: 'Make a new token; the earlier one is good beside it for a day.',
    on: ops('exchangeSubscriberToken'),
    after: {
      when: ({ succeeded }) => succeeded,
      run: async (_answer, call, { ask }) => {
        await ask(call.with({ method: 'DELETE' }));
        return undefined;
      },
    },
  },
  {
    id: 'earlier-token-goes-on',
    at: '#/paths/~1api~1v1~1subscribers~1{id}~1token/delete',
    breaks: 'End the earlier token now.',
    on: ops('endEarlierToken'),
    instead: async () => jsonAnswer(200, {}),
  },
  {
    id: 'earlier-secret-goes-on',
    at: '#/paths/~1api~1v1~1subscribers~1{id}~1secret/delete',
    breaks: 'End the earlier secret now.',
    on: ops('endEarlierSecret'),
    instead: async () => jsonAnswer(200, {}),
  },
  {
    id: 'earlier-secret-good-for-an-hour',
    at: '#/paths/~1api~1v1~1subscribers~1{id}~1secret/post',
    breaks: 'the earlier one signs beside it for a day',
    on: ops('exchangeSubscriberSecret', 'exchangeSubscriberToken'),
    response: inData((data) => Object.assign(data, { earlierUntil: hoursLater(data.earlierUntil, -23) })),
  },
  {
    id: 'earlier-secret-time-missing',
    at: `${SUBSCRIBER}/earlierSecretUntil`,
    breaks: 'The earlier secret signs too until then.',
    on: ops('getSubscriber'),
    response: inRecord((record) => Object.assign(record, { earlierSecretUntil: null, earlierTokenUntil: null })),
  },
  {
    id: 'forbidden-address-taken',
    at: '#/components/schemas/Rule/x-text/forbiddenAddress',
    breaks: 'Delivery to this address is not allowed.',
    on: saves,
    after: ignoresRule('forbiddenAddress'),
  },
  {
    id: 'pulling-subscriber-tested',
    at: '#/paths/~1api~1v1~1subscribers~1{id}~1test/post',
    breaks: '409 where the subscriber only pulls (invalidTransition).',
    on: ops('testSubscriber', 'replayLane'),
    after: claimsSuccess(({ key }) => key === 'invalidTransition'),
  },
  {
    id: 'sync-lane-missing',
    at: '#/paths/~1api~1v1~1sync-status/get',
    breaks: 'Where every subscriber stands, kind by kind.',
    on: status,
    response: inData(({ subscribers }) => {
      for (const subscriber of subscribers) subscriber.lanes.pop();
    }),
  },
  {
    id: 'sync-subscriber-missing',
    at: '#/paths/~1api~1v1~1sync-status/get',
    breaks: 'Where every subscriber stands.',
    on: status,
    response: inData(({ subscribers }) => subscribers.pop()),
  },
  {
    id: 'sync-backlog-zero',
    at: `${LANE}/backlog`,
    breaks: 'Changes of the kind that are not delivered yet.',
    on: ops('getSyncStatus', 'getSyncLane'),
    response: inLanes((lane) => Object.assign(lane, { backlog: 0 })),
  },
  {
    id: 'sync-pause-not-shown',
    at: `${LANE}/paused`,
    breaks: 'Pause one kind of a subscriber: paused',
    on: ops('pauseLane', 'getSyncLane', 'getSyncStatus'),
    response: inLanes((lane) => Object.assign(lane, { paused: false })),
  },
  {
    id: 'sync-resume-does-nothing',
    at: '#/paths/~1api~1v1~1sync-status~1{subscriberId}~1{entity}~1resume/post',
    breaks: 'Go on with one kind of a subscriber.',
    on: ops('resumeLane'),
    request: (call) => {
      call.path = call.path.replace('/resume', '/pause');
    },
  },
  {
    id: 'sync-state-always-healthy',
    at: `${LANE}/state`,
    breaks: 'SyncState: healthy, behind, failed, paused',
    on: ops('getSyncStatus', 'getSyncLane', 'pauseLane'),
    response: inLanes((lane) => Object.assign(lane, { state: 'healthy' })),
  },
  {
    id: 'sync-position-zero',
    at: `${LANE}/position`,
    breaks: 'All up to it is done with.',
    on: ops('getSyncStatus', 'getSyncLane'),
    response: inLanes((lane) => Object.assign(lane, { position: 0 })),
  },
  {
    id: 'sync-pulling-not-marked',
    at: '#/components/schemas/SyncSubscriber/properties/pullsOnly',
    breaks: 'Its lanes stand at the cursor that it pulled with last.',
    on: status,
    response: inData(({ subscribers }) => {
      for (const subscriber of subscribers) subscriber.pullsOnly = false;
    }),
  },
  {
    id: 'sync-head-is-oldest',
    at: '#/components/schemas/SyncStatusAnswer (head)',
    breaks: 'The newest position.',
    on: ops('getSyncStatus', 'getSyncLane'),
    response: inData((data) => Object.assign(data, { head: data.oldest })),
  },
  {
    id: 'replay-preview-counts-none',
    at: `${REPLAY}/get/responses/200`,
    breaks: 'How many changes a replay would deliver again.',
    on: ops('previewReplay'),
    response: inData((data) => Object.assign(data, { changes: 0 })),
  },
  {
    id: 'replay-preview-ignores-position',
    at: `${REPLAY}/get`,
    breaks: 'From a position; the position takes precedence.',
    on: ops('previewReplay'),
    request: dropQuery('from'),
  },
  {
    id: 'replay-preview-ignores-time',
    at: `${REPLAY}/get`,
    breaks: 'from the first change at or after a time',
    on: ops('previewReplay'),
    request: dropQuery('time'),
  },
  {
    id: 'replay-preview-counts-one-more',
    at: '#/components/schemas/ReplayPreviewAnswer (changes)',
    breaks: 'Of the kind, from there to the newest.',
    on: ops('previewReplay'),
    response: inData((data) => Object.assign(data, { changes: data.changes + 1 })),
  },
  {
    id: 'skip-of-other-change-accepted',
    at: '#/paths/~1api~1v1~1sync-status~1{subscriberId}~1{entity}~1skip/post',
    breaks: '409 where the lane does not stand at this change any more (laneMoved)',
    on: ops('skipChange'),
    after: claimsSuccess(({ key }) => key === 'laneMoved'),
  },
]);
