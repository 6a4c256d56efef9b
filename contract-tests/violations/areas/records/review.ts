import { dropQuery, inBody, inData, inEachItem, inItems, inRecord, keepItems } from '../../kit/edits.ts';
import { asAdminWhen, claimsSuccess, ignoresKey, ignoresRule } from '../../kit/follow-ups.ts';
import { either, ops, verbs } from '../../kit/operations.ts';
import { forgetsWrites } from '../../kit/stale-reads.ts';
import { type Data, type Declaration, violationsOf } from '../../kit/violation.ts';

const TRANSITIONS = '#/x-transitions';
const REVIEWS = '#/paths/~1api~1v1~1reviews/get';
const reviews = ops('listReviews');
const counted = ops('listReviews', 'getReviewCompleteness', 'getReviewAges');

function filterIgnored(name: string, breaks: string): Declaration {
  return { id: `reviews-${name}-ignored`, at: `${REVIEWS}/parameters`, breaks, on: counted, request: dropQuery(name) };
}

function allowedFromAnywhere(event: string, breaks: string): Declaration {
  const after = claimsSuccess(({ key }, { json }) => key === 'invalidTransition' && json?.event === event);
  return { id: `${event}-from-every-status`, at: TRANSITIONS, breaks, on: verbs('transition'), after };
}

export const reviewViolations = violationsOf('review', [
  {
    id: 'own-record-approved',
    at: TRANSITIONS,
    breaks: 'approve: { secondPerson: true }',
    on: verbs('transition'),
    after: asAdminWhen(({ key }) => key === 'secondPerson'),
  },
  {
    id: 'own-proposal-approved',
    at: '#/components/responses/SecondPerson',
    breaks: 'Not by this person (secondPerson).',
    on: verbs('decide'),
    after: asAdminWhen(({ key }) => key === 'secondPerson'),
  },
  {
    id: 'own-record-approved-in-bulk',
    at: TRANSITIONS,
    breaks: 'approve: { secondPerson: true } (in bulk)',
    on: verbs('bulk'),
    after: asAdminWhen(({ data }) => data?.items?.some((item: Data) => item.data?.key === 'secondPerson')),
  },
  {
    id: 'rejected-without-reason',
    at: TRANSITIONS,
    breaks: 'reject: { reason: required }',
    on: verbs('transition', 'decide'),
    after: ignoresRule('reasonRequired'),
  },
  {
    id: 'incomplete-record-approved',
    at: '#/components/schemas/Country/x-required-to-approve',
    breaks: '`x-required-to-approve` (fields that a record must hold to be approved)',
    on: verbs('transition'),
    after: ignoresRule('requiredToApprove'),
  },
  allowedFromAnywhere('approve', 'approve: { from: [pending] }'),
  allowedFromAnywhere('reject', 'reject: { from: [pending] }'),
  allowedFromAnywhere('activate', 'activate: { from: [approved, inactive] }'),
  allowedFromAnywhere('deactivate', 'deactivate: { from: [active] }'),
  allowedFromAnywhere('resubmit', 'resubmit: { from: [rejected] }'),
  {
    id: 'transition-is-lost',
    at: '#/paths/~1api~1v1~1countries~1{id}~1transitions/post',
    breaks: 'Move a country along its life.',
    on: verbs('create', 'get', 'transition'),
    response: forgetsWrites('transition'),
  },
  {
    id: 'approved-record-is-active',
    at: TRANSITIONS,
    breaks: 'approve: { from: [pending], to: approved }',
    on: verbs('transition'),
    request: inBody((body) => body.event === 'approve' && Object.assign(body, { activate: true })),
  },
  {
    id: 'activate-with-approve-ignored',
    at: '#/components/schemas/Transition/properties/activate',
    breaks: 'With `approve` only: activates the record in the same transaction, as a change of its own.',
    on: verbs('transition'),
    request: inBody((body) => delete body.activate),
  },
  {
    id: 'activate-with-reject-taken',
    at: '#/components/schemas/Transition/properties/activate',
    breaks: 'With `approve` only.',
    on: verbs('transition'),
    request: inBody((body) => body.event !== 'approve' && delete body.activate),
  },
  {
    id: 'rejection-says-inactive',
    at: TRANSITIONS,
    breaks: 'reject: { to: rejected }',
    on: verbs('transition'),
    response: inRecord((record) => record.status === 'rejected' && Object.assign(record, { status: 'inactive' })),
  },
  {
    id: 'resubmitted-record-is-approved',
    at: TRANSITIONS,
    breaks: 'resubmit: { to: pending }',
    on: verbs('transition'),
    response: inRecord(
      (record, { json }) => json?.event === 'resubmit' && Object.assign(record, { status: 'approved' }),
    ),
  },
  {
    id: 'reason-of-rejection-lost',
    at: '#/components/schemas/Rejection/properties/reason',
    breaks: 'reason of a rejection, to everybody',
    on: verbs('get'),
    response: inData(({ rejection }) => rejection && delete rejection.reason),
  },
  {
    id: 'rejection-missing-on-record',
    at: '#/components/schemas/Rejection',
    breaks: 'Of a rejected record, to everybody.',
    on: verbs('get'),
    response: inData((data) => delete data.rejection),
  },
  {
    id: 'own-work-always-false',
    at: '#/components/schemas/CountryFoundAnswer (ownWork)',
    breaks: 'The caller wrote some of it and may neither approve nor reject.',
    on: verbs('get'),
    response: inData((data) => Object.assign(data, { ownWork: false })),
  },
  {
    id: 'own-work-always-true',
    at: '#/components/schemas/CountryFoundAnswer (ownWork)',
    breaks: 'The caller wrote some of it and may neither approve nor reject.',
    on: verbs('get'),
    response: inData((data) => Object.assign(data, { ownWork: true })),
  },
  {
    id: 'review-says-none',
    at: '#/components/schemas/Review',
    breaks: 'Who may approve a kind’s records.',
    on: verbs('get'),
    response: inData((data) => data.review && Object.assign(data, { review: 'none' })),
  },
  {
    id: 'proposed-always-false',
    at: '#/components/schemas/CountryFoundAnswer (proposed)',
    breaks: 'An open proposal stands beside it.',
    on: verbs('get'),
    response: inData((data) => data.proposed !== undefined && Object.assign(data, { proposed: false })),
  },
  filterIgnored('entity', 'entity: what waits of one kind'),
  filterIgnored('kind', 'What waits.'),
  filterIgnored('by', 'The user name of its author, exact.'),
  filterIgnored('before', 'What has waited since before this time.'),
  filterIgnored('since', 'What has waited since this time or a later one.'),
  filterIgnored('missing', 'A field as a pointer: only pending records that lack it and therefore cannot be approved.'),
  {
    id: 'reviews-total-is-length',
    at: '#/components/schemas/ReviewListAnswer (total)',
    breaks: 'total is how much waits, on all pages.',
    on: reviews,
    response: inData((data) => Object.assign(data, { total: data.items.length })),
  },
  {
    id: 'reviews-authors-narrowed-by-by',
    at: '#/components/schemas/ReviewListAnswer (authors)',
    breaks: 'Who wrote what waits, whatever `by` asks for; most items first, 50 at most.',
    on: reviews,
    response: inData((data, { query }) => {
      if (query.has('by')) data.authors = data.authors.filter(({ by }: Data) => by === query.get('by'));
    }),
  },
  {
    id: 'reviews-authors-miscounted',
    at: '#/components/schemas/ReviewListAnswer (authors)',
    breaks: 'Who wrote what waits, most items first.',
    on: reviews,
    response: inData(({ authors }) => {
      for (const author of authors) author.count += 1;
    }),
  },
  {
    id: 'reviews-lack-what-is-missing',
    at: '#/components/schemas/RecordToReview/properties/missing',
    breaks: 'What approval will ask for.',
    on: reviews,
    response: inEachItem((item) => item.kind !== 'import' && Object.assign(item, { missing: [] })),
  },
  {
    id: 'reviews-version-of-proposal-is-of-record',
    at: '#/components/schemas/RecordToReview/properties/version',
    breaks: 'The record’s or the proposal’s, for `If-Match`.',
    on: reviews,
    response: inEachItem((item) => item.kind === 'proposal' && Object.assign(item, { version: item.version + 1 })),
  },
  {
    id: 'reviews-own-work-always-false',
    at: '#/components/schemas/RecordToReview/properties/ownWork',
    breaks: 'The caller wrote some of it and may not decide.',
    on: reviews,
    response: inEachItem((item) => Object.assign(item, { ownWork: false })),
  },
  {
    id: 'reviews-changes-empty',
    at: '#/components/schemas/RecordToReview/properties/changes',
    breaks: 'changes: pointers of the fields that it changes',
    on: reviews,
    response: inEachItem((item) => item.changes && Object.assign(item, { changes: [] })),
  },
  {
    id: 'completeness-ready-counts-all',
    at: '#/components/schemas/ReviewCompletenessAnswer (ready)',
    breaks: 'Pending records and proposals that lack nothing that approval asks for.',
    on: ops('getReviewCompleteness'),
    response: inData((data) => Object.assign(data, { ready: data.ready + data.missing.length })),
  },
  {
    id: 'completeness-missing-lacks-a-field',
    at: '#/components/schemas/MissingCounts',
    breaks: 'How many records lack which field that approval asks for.',
    on: ops('getReviewCompleteness'),
    response: inData(({ missing }) => missing.shift()),
  },
  {
    id: 'ages-count-nothing-new',
    at: '#/paths/~1api~1v1~1reviews~1ages/get',
    breaks: 'What has waited for `from` days or longer, but not for `below` days.',
    on: ops('getReviewAges'),
    response: inData(({ ages }) => {
      ages[0].count = 0;
    }),
  },
  {
    id: 'rejections-empty',
    at: '#/paths/~1api~1v1~1reviews~1rejected/get',
    breaks: 'What of the caller’s work was rejected.',
    on: ops('listRejections'),
    response: keepItems(() => false),
  },
  {
    id: 'rejections-oldest-first',
    at: '#/paths/~1api~1v1~1reviews~1rejected/get',
    breaks: 'Records, proposals and imports, newest first.',
    on: ops('listRejections'),
    response: inItems((items) => items.reverse()),
  },
  {
    id: 'dismissed-rejection-stays',
    at: '#/paths/~1api~1v1~1reviews~1rejected/get',
    breaks: 'each until the caller dismisses it',
    on: ops('listRejections', 'dismissRejection'),
    response: inData((data, { operation, token, params }, memory) => {
      if (operation.id === 'dismissRejection')
        memory.set(token, [...(memory.get(token) ?? []), memory.get(params.id ?? '')]);
      else for (const item of data.items) memory.set(String(item.notice), structuredClone(item));
      if (data.items) data.items.push(...(memory.get(token) ?? []).filter(Boolean));
    }),
  },
  {
    id: 'resubmitted-rejection-stays',
    at: '#/paths/~1api~1v1~1reviews~1rejected/get',
    breaks: 'each until the caller submits it again, or it is deleted',
    on: ops('listRejections'),
    response: inData((data, { token }, memory) => {
      const known: Data[] = memory.get(token) ?? [];
      const ids = new Set(data.items.map(({ notice }: Data) => notice));
      data.items.push(...known.filter(({ notice }) => !ids.has(notice)));
      memory.set(token, structuredClone(data.items));
    }),
  },
  {
    id: 'foreign-rejection-dismissed',
    at: '#/paths/~1api~1v1~1reviews~1rejected~1{id}/delete',
    breaks: 'By the notice’s id; of the caller’s own (404 else).',
    on: ops('dismissRejection'),
    after: ignoresKey('notFound'),
  },
  {
    id: 'bulk-rejected-without-reason',
    at: TRANSITIONS,
    breaks: 'reject: { reason: required } (in bulk)',
    on: either(verbs('bulk', 'bulkMatching')),
    after: claimsSuccess(({ data }) => data?.fields?.[0]?.rule === 'reasonRequired'),
  },
]);
