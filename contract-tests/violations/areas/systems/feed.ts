import { dropQuery, inData, inEachItem, inItems } from '../../kit/edits.ts';
import { inLines } from '../../kit/files.ts';
import { ops } from '../../kit/operations.ts';
import { type Data, violationsOf } from '../../kit/violation.ts';

const FEED = '#/paths/~1api~1v1~1changes/get';
const ITEM = '#/components/schemas/ChangeItem/properties';
const SNAPSHOT = '#/paths/~1api~1v1~1changes~1snapshot/get';
const feed = ops('listChanges');
const snapshot = ops('getChangesSnapshot');

const inSnapshot = (edit: (lines: Data[]) => unknown) =>
  inLines((lines) => {
    const parsed = lines.map((line) => JSON.parse(line));
    const edited = edit(parsed);
    return (Array.isArray(edited) ? edited : parsed).map((line: Data) => JSON.stringify(line));
  });

export const feedViolations = violationsOf('feed', [
  {
    id: 'feed-leaves-gap',
    at: FEED,
    breaks: 'none ever comes in before another that was read: each change comes once, without gaps.',
    on: feed,
    response: inItems((items) => items.splice(Math.floor(items.length / 2), 1)),
  },
  {
    id: 'feed-lacks-deletions',
    at: `${ITEM}/deleted`,
    breaks: 'A tombstone: the record was deleted, or has left the filter.',
    on: feed,
    response: inData((data) => {
      data.items = data.items.filter(({ deleted }: Data) => !deleted);
    }),
  },
  {
    id: 'feed-tombstone-has-record',
    at: `${ITEM}/record`,
    breaks: 'Null in a tombstone.',
    on: feed,
    response: inItems((items, _call, memory) => {
      for (const item of items) {
        const key = `${item.entity} ${item.recordId}`;
        if (item.record) memory.set(key, item.record);
        else item.record = memory.get(key) ?? null;
      }
    }),
  },
  {
    id: 'feed-deletion-not-marked',
    at: `${ITEM}/deleted`,
    breaks: 'A tombstone: the record was deleted.',
    on: feed,
    response: inEachItem((item) => Object.assign(item, { deleted: false })),
  },
  {
    id: 'feed-newest-first',
    at: FEED,
    breaks: 'The change feed, in the order of commits.',
    on: feed,
    response: inItems((items) => items.reverse()),
  },
  {
    id: 'feed-ids-differ-at-each-read',
    at: `${ITEM}/id`,
    breaks: 'Of the change, for good: drop what you have seen.',
    on: feed,
    response: inEachItem((item) => Object.assign(item, { id: `${item.id}-${Date.now()}` })),
  },
  {
    id: 'feed-positions-count-from-one',
    at: FEED,
    breaks: 'A change stands at its position for good.',
    on: feed,
    response: inItems((items) => {
      for (const [index, item] of items.entries()) item.position = index + 1;
    }),
  },
  {
    id: 'feed-cursor-ignored',
    at: `${FEED}/parameters`,
    breaks: '`nextCursor` of the page before: changes after the cursor.',
    on: feed,
    request: dropQuery('cursor'),
  },
  {
    id: 'feed-next-cursor-is-one-short',
    at: FEED,
    breaks: 'Changes after the cursor; ask again with `nextCursor`.',
    on: feed,
    response: inData((data) => {
      if (data.items.length > 0) data.nextCursor = String(Number(data.nextCursor) - 1);
    }),
  },
  {
    id: 'feed-next-cursor-skips-one',
    at: FEED,
    breaks: 'Changes after the cursor; ask again with `nextCursor`.',
    on: feed,
    response: inData((data) => {
      if (data.more) data.nextCursor = String(Number(data.nextCursor) + 1);
    }),
  },
  {
    id: 'feed-more-always-false',
    at: FEED,
    breaks: 'at once while `more` says so',
    on: feed,
    response: inData((data) => Object.assign(data, { more: false })),
  },
  {
    id: 'feed-more-always-true',
    at: FEED,
    breaks: 'at once while `more` says so',
    on: feed,
    response: inData((data) => Object.assign(data, { more: true })),
  },
  {
    id: 'feed-limit-ignored',
    at: `${FEED}/parameters`,
    breaks: 'limit: { minimum: 1, maximum: 1000, default: 100 }',
    on: feed,
    request: dropQuery('limit'),
  },
  {
    id: 'feed-entities-ignored',
    at: '#/components/parameters/Entities',
    breaks: 'Kinds, separated by commas; all of them without it.',
    on: feed,
    request: dropQuery('entities'),
  },
  {
    id: 'feed-subscriber-gets-every-kind',
    at: FEED,
    breaks: 'With a subscriber’s token: its kinds, narrowed by its filter.',
    on: feed,
    when: ({ token }) => token.startsWith('gzf_'),
    instead: async (call, { ask, adminToken }) => {
      const own = await ask(call);
      return own.succeeded ? ask(call.as(await adminToken())) : own;
    },
  },
  {
    id: 'feed-expired-cursor-goes-on',
    at: FEED,
    breaks: '422 at `/query/cursor` (`expired`) where changes after the cursor were removed.',
    on: feed,
    after: {
      when: ({ status, data }) => status === 422 && data?.fields?.[0]?.rule === 'expired',
      run: async (_answer, call, { ask }) => {
        call.query.delete('cursor');
        return ask(call);
      },
    },
  },
  {
    id: 'feed-cursor-beyond-head-answers-empty',
    at: 'docs/subscribing.md, Pull',
    breaks: '`beyondHead` that the database was restored to an earlier state (422).',
    on: feed,
    after: {
      when: ({ status, data }) => status === 422 && data?.fields?.[0]?.rule === 'beyondHead',
      run: async (answer) => {
        answer.setStatus(200);
        Object.assign(answer.json, { message: 'OK', data: { items: [], nextCursor: '1', more: false } });
        return answer;
      },
    },
  },
  {
    id: 'feed-kind-not-subscribed-answers-nothing',
    at: '#/components/schemas/Rule/x-text/notSubscribed',
    breaks: 'The subscriber does not receive this kind (422).',
    on: ops('listChanges', 'getChangesSnapshot'),
    after: {
      when: ({ status, data }) => status === 422 && data?.fields?.[0]?.rule === 'notSubscribed',
      run: async (_answer, call, { ask }) => {
        call.query.delete('entities');
        return ask(call);
      },
    },
  },
  {
    id: 'feed-record-is-latest',
    at: '#/components/schemas/AnyRecord',
    breaks: 'A record of any kind, as its own operations give it: that of the change.',
    on: feed,
    response: inEachItem((item) => item.record && Object.assign(item.record, { version: item.record.version + 1 })),
  },
  {
    id: 'feed-record-lacks-locales',
    at: '#/components/schemas/AnyRecord',
    breaks: 'A record of any kind, as its own operations give it.',
    on: feed,
    response: inEachItem((item) => item.record?.locales && Object.assign(item.record, { locales: {} })),
  },
  {
    id: 'feed-action-always-update',
    at: `${ITEM}/action`,
    breaks: 'action: create, update, delete, restore, approve, …',
    on: feed,
    response: inEachItem((item) => Object.assign(item, { action: 'update' })),
  },
  {
    id: 'feed-says-reference',
    at: `${ITEM}/action`,
    breaks: 'An `update` too where something that the record refers to has another code.',
    on: feed,
    response: inEachItem(
      (item) => item.action === 'update' && item.version > 1 && Object.assign(item, { action: 'reference' }),
    ),
  },
  {
    id: 'snapshot-lacks-end',
    at: SNAPSHOT,
    breaks: 'last `{type: end, records}`; without that last line it is not whole',
    on: snapshot,
    response: inSnapshot((lines) => lines.filter(({ type }) => type !== 'end')),
  },
  {
    id: 'snapshot-lacks-a-record',
    at: SNAPSHOT,
    breaks: 'All records as of one position of the feed.',
    on: snapshot,
    response: inSnapshot((lines) => {
      if (lines.length < 3) return;
      lines.splice(1, 1);
      lines.at(-1).records -= 1;
    }),
  },
  {
    id: 'snapshot-counts-one-record-more',
    at: SNAPSHOT,
    breaks: '`{type: end, records}`: how many there are',
    on: snapshot,
    response: inSnapshot((lines) => {
      lines.at(-1).records += 1;
    }),
  },
  {
    id: 'snapshot-cursor-is-zero',
    at: SNAPSHOT,
    breaks: 'The feed after `cursor` goes on exactly where the records stand.',
    on: snapshot,
    response: inSnapshot((lines) => {
      lines[0].cursor = '1';
    }),
  },
  {
    id: 'snapshot-entities-ignored',
    at: '#/components/parameters/Entities',
    breaks: 'Kinds, separated by commas.',
    on: snapshot,
    request: dropQuery('entities'),
  },
  {
    id: 'snapshot-has-earlier-names',
    at: SNAPSHOT,
    breaks: 'All records as of one position of the feed.',
    on: snapshot,
    response: inSnapshot((lines) => {
      for (const { record } of lines) if (record?.name) record.name = record.name.toUpperCase();
    }),
  },
]);
