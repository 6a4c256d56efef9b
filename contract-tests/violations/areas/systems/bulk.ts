import { dropQuery, inBody, inData, inEachItem, inItems } from '../../kit/edits.ts';
import { inCsv } from '../../kit/files.ts';
import { either, ops, verbs } from '../../kit/operations.ts';
import { type Data, violationsOf } from '../../kit/violation.ts';

const BULK = '#/paths/~1api~1v1~1countries~1bulk/post';
const MATCHING = '#/paths/~1api~1v1~1countries~1bulk~1matching/post';
const CHANGE = '#/components/schemas/BulkChange/properties';
const LEFT = '#/paths/~1api~1v1~1bulk-changes~1{id}~1left/get';
const bulk = verbs('bulk');
const matching = verbs('bulkMatching');
const left = ops('exportLeftRecords');
const found = either(ops('getBulkChange', 'listBulkChanges', 'cancelBulkChange'), matching);

const inChanges = (edit: (change: Data) => unknown) =>
  inData((data) => {
    for (const change of data.items ?? [data.bulkChange]) if (change) edit(change);
  });

export const bulkViolations = violationsOf('bulk changes', [
  {
    id: 'bulk-lacks-last-item',
    at: `${BULK}/responses/200`,
    breaks: 'An outcome per item, in the order sent.',
    on: bulk,
    response: inItems((items) => items.pop()),
  },
  {
    id: 'bulk-in-other-order',
    at: `${BULK}/responses/200`,
    breaks: 'An outcome per item, in the order sent.',
    on: bulk,
    response: inItems((items) => items.reverse()),
  },
  {
    id: 'bulk-does-last-item-only-in-name',
    at: BULK,
    breaks: 'One action on many countries, with an outcome for each.',
    on: bulk,
    request: inBody((body) => Array.isArray(body.items) && body.items.length > 1 && body.items.pop()),
  },
  {
    id: 'bulk-code-always-200',
    at: `${BULK}/responses/200`,
    breaks: '`code` is what a single call would have answered.',
    on: bulk,
    response: inEachItem((item) => Object.assign(item, { code: 200 })),
  },
  {
    id: 'bulk-fails-as-a-whole',
    at: `${BULK}/responses/200`,
    breaks: 'An outcome per item (200 as a whole).',
    on: bulk,
    response: inItems((items, _call, _memory, answer) => {
      if (items.some(({ code }: Data) => code >= 400)) answer.setStatus(409);
    }),
  },
  {
    id: 'bulk-items-lack-messages',
    at: '#/components/schemas/CountryBulkAnswer (message)',
    breaks: 'What is wrong where code is no success.',
    on: bulk,
    response: inEachItem((item) => delete item.message),
  },
  {
    id: 'bulk-items-lack-records',
    at: '#/components/schemas/CountryBulkAnswer (data)',
    breaks: 'data: what a single call would have answered',
    on: bulk,
    response: inEachItem((item) => delete item.data),
  },
  {
    id: 'bulk-takes-stale-versions',
    at: '#/components/schemas/Bulk/properties/items',
    breaks: 'Each item names the version that was read: a stale one is refused (412).',
    on: bulk,
    after: {
      when: ({ data }) => data?.items?.some((item: Data) => item.code === 412),
      run: async (answer, call, { ask }) => {
        const stale = answer.data.items.filter((item: Data) => item.data?.current);
        call.json = { ...call.json, items: stale.map(({ id, data }: Data) => ({ id, version: data.current.version })) };
        const again = await ask(call);
        for (const item of again.data?.items ?? [])
          answer.data.items.splice(
            answer.data.items.findIndex(({ id }: Data) => id === item.id),
            1,
            item,
          );
        return answer;
      },
    },
  },
  {
    id: 'bulk-reason-lost',
    at: '#/components/schemas/Bulk/properties/reason',
    breaks: 'reason of the action',
    on: bulk,
    request: inBody((body) => body.action !== 'reject' && delete body.reason),
  },
  {
    id: 'matching-total-one-more',
    at: `${CHANGE}/total`,
    breaks: 'How many records matched.',
    on: matching,
    response: inChanges((change) => Object.assign(change, { total: change.total + 1 })),
  },
  {
    id: 'matching-takes-any-total',
    at: MATCHING,
    breaks: 'the number of matches differs from `total` (409 matchesChanged)',
    on: matching,
    after: {
      when: ({ key }) => key === 'matchesChanged',
      run: async (answer, call, { ask }) => {
        const total = Number(/\d+/.exec(answer.json.message)?.[0]);
        call.json = { ...call.json, total };
        return ask(call);
      },
    },
  },
  {
    id: 'matching-nothing-is-fine',
    at: MATCHING,
    breaks: '409 where nothing matches (nothingMatches)',
    on: matching,
    response: (answer) => {
      if (answer.key === 'nothingMatches') answer.setStatus(202);
    },
  },
  {
    id: 'matching-runs-twice',
    at: MATCHING,
    breaks: '409 where the caller’s last such task of this kind has not ended (taskRunning)',
    on: matching,
    response: (answer) => {
      if (answer.key === 'taskRunning') answer.setStatus(202);
    },
  },
  {
    id: 'bulk-change-done-always-total',
    at: `${CHANGE}/done`,
    breaks: 'How many were changed.',
    on: found,
    response: inChanges((change) => Object.assign(change, { done: change.total })),
  },
  {
    id: 'bulk-change-left-zero',
    at: `${CHANGE}/left`,
    breaks: 'How many were left as they are.',
    on: found,
    response: inChanges((change) => Object.assign(change, { left: 0 })),
  },
  {
    id: 'bulk-change-lacks-causes',
    at: `${CHANGE}/causes`,
    breaks: 'What was left, most frequent first.',
    on: found,
    response: inChanges((change) => Object.assign(change, { causes: [] })),
  },
  {
    id: 'bulk-change-cause-is-refused',
    at: '#/components/schemas/BulkCause',
    breaks: 'Changed or deleted by somebody since; not in a status for the action; the caller’s own work; …',
    on: found,
    response: inChanges(({ causes }) => {
      for (const cause of causes) cause.cause = 'refused';
    }),
  },
  {
    id: 'bulk-change-lacks-missing-fields',
    at: '#/components/schemas/BulkLeft/properties/fields',
    breaks: 'What `incomplete` records lack.',
    on: found,
    response: inChanges(({ causes }) => {
      for (const cause of causes) cause.fields = [];
    }),
  },
  {
    id: 'bulk-change-proposes-nothing',
    at: `${CHANGE}/proposed`,
    breaks: 'How many deletions wait for the review by a second person.',
    on: found,
    response: inChanges(
      (change) => change.proposed > 0 && Object.assign(change, { done: change.done + change.proposed, proposed: 0 }),
    ),
  },
  {
    id: 'bulk-change-reason-missing',
    at: `${CHANGE}/reason`,
    breaks: 'reason of the action',
    on: found,
    response: inChanges((change) => Object.assign(change, { reason: null })),
  },
  {
    id: 'bulk-change-never-ends',
    at: `${CHANGE}/status`,
    breaks: 'TaskStatus, as it is',
    on: ops('getBulkChange'),
    response: inChanges((change) => Object.assign(change, { status: 'running', endTime: null })),
  },
  {
    id: 'bulk-changes-list-ended-ones',
    at: '#/paths/~1api~1v1~1bulk-changes/get',
    breaks: 'The caller’s actions on all records that match, which have not ended.',
    on: either(ops('listBulkChanges', 'getBulkChange'), matching),
    response: inData((data, { operation, token }, memory) => {
      if (data.bulkChange) memory.set(token, data.bulkChange);
      else if (operation.id === 'listBulkChanges' && memory.has(token)) data.items.push(memory.get(token));
    }),
  },
  {
    id: 'left-records-lack-last',
    at: LEFT,
    breaks: 'All records that an action on all records that match has left.',
    on: left,
    response: inCsv((rows) => rows.slice(0, -1)),
  },
  {
    id: 'left-records-lack-causes',
    at: LEFT,
    breaks: 'Each with its cause, and the fields that it lacks for approval.',
    on: left,
    response: inCsv(([heading = [], ...rows]) => [
      heading,
      ...rows.map((row) => row.map((cell, index) => (index < 3 ? cell : ''))),
    ]),
  },
  {
    id: 'left-records-in-other-order',
    at: LEFT,
    breaks: 'in the order of the ids',
    on: left,
    response: inCsv(([heading = [], ...rows]) => [heading, ...rows.toReversed()]),
  },
  {
    id: 'left-records-language-ignored',
    at: `${LEFT}/parameters`,
    breaks: 'That of names and causes; by `Accept-Language` without it.',
    on: left,
    request: dropQuery('language'),
  },
]);
