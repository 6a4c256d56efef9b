import assert from 'node:assert/strict';
import { createHmac, randomUUID } from 'node:crypto';
import { memoizePerContract } from '../../contract/contract.ts';
import { validatorsOf } from '../../contract/validators.ts';
import type { CaseContext } from '../case-context.ts';
import { assertNewCursor } from '../requests/pages.ts';
import type { RecordData } from '../requests/response-data.ts';
import type { TestBackend } from '../test-backend.ts';
import { until } from '../until.ts';
import type { ReceivedRequest, ReceiverAnswer } from './receiver.ts';

export interface FeedItem {
  id: string;
  schema: number;
  position: number;
  entity: string;
  recordId: number;
  code: string | null;
  action: string;
  version: number;
  time: string;
  deleted: boolean;
  record: RecordData | null;
}

export interface PushedEvent {
  type: string;
  timestamp: string;
  data: FeedItem;
}

/** A subscriber to the kind of the case, whose changes are pushed to an address of the receiver. */
export interface PushedSubscriber {
  id: number;
  url: string;
  /** The last part of the URL. */
  address: string;
  token: string;
  secret: string;
}

/** Waits until what the case has done to its record has its places in the feed, so that what follows comes after it. */
export async function sequenced({ backend, entity, record }: CaseContext): Promise<void> {
  const query = { entity: entity.tag, recordId: record.id, limit: 1 };
  await until(async () => {
    const { data } = await backend.call(backend.operation('listDataLogs'), 'admin', { query });
    const [entry] = data.items as { position: number | null }[]; // Cast: validated by its own cases.
    assert.ok(entry && entry.position !== null, 'the last change has a position');
  });
}

export async function subscribe(
  context: CaseContext,
  reply?: (request: ReceivedRequest) => ReceiverAnswer,
  changes: object = {},
): Promise<PushedSubscriber> {
  const { backend, entity } = context;
  await sequenced(context);
  const address = `pushed-${randomUUID()}`;
  if (reply) backend.receiver.answerWith(address, reply);
  const url = backend.receiver.urlOf(address);
  const body = backend.subscribers.newSubscriberBody({ url, entities: [entity.tag], ...changes });
  const response = await backend.call(backend.operation('createSubscriber'), 'admin', { body });
  const { id } = backend.subscribers.track(response);
  return { id, url, address, token: response.data.token ?? '', secret: response.data.secret ?? '' };
}

export const eventIn = ({ body }: ReceivedRequest) => JSON.parse(body) as PushedEvent; // Cast: the cases check it.

/** Waits for so many pushes about a record, and asserts that each is as the contract has it. */
export async function pushesOf(
  { backend }: CaseContext,
  { address }: PushedSubscriber,
  recordId: number,
  count = 1,
): Promise<ReceivedRequest[]> {
  const pushes = await until(async () => {
    const all = backend.receiver.requestsFor(address).filter((push) => eventIn(push).data?.recordId === recordId);
    assert.ok(all.length >= count, `${all.length} of ${count} pushes have arrived`);
    return all;
  }, 60_000);
  for (const push of pushes) assertPushed(backend, push);
  return pushes;
}

const validatorOf = memoizePerContract(validatorsOf);
const eventSchema = '#/webhooks/change/post/requestBody/content/application~1json/schema';

/** Asserts what every push has in common: its headers, its shape, and that what is deleted has no record. */
export function assertPushed({ contract }: Pick<TestBackend, 'contract'>, push: ReceivedRequest): void {
  const { method, headers } = push;
  assert.equal(method, 'POST');
  assert.match(headers['content-type'] ?? 'none', /^application\/json\b/, 'the content type of a push');
  assert.ok(headers['webhook-id'], 'a push has an id');
  assert.match(String(headers['webhook-timestamp']), /^\d{10}$/, 'webhook-timestamp is in seconds');
  assert.match(String(headers['webhook-signature']), /^v1,\S+( v1,\S+)*$/);
  const event = eventIn(push);
  const violation = validatorOf(contract)(eventSchema, event);
  assert.equal(violation, undefined, `the push does not match its schema: ${violation}`);
  if (event.type === 'test') return;
  const { deleted, record, recordId, version } = event.data;
  assert.equal(event.type, deleted ? 'record.deleted' : 'record.changed');
  assert.equal(record === null, deleted, 'a tombstone has no record, and everything else has one');
  if (record) assert.deepEqual([record.id, record.version], [recordId, version], 'the record of the change is in it');
}

/** Whether one of a request's signatures is that of a secret, by the scheme of Standard Webhooks. */
export function isSignedBy({ headers, body }: Pick<ReceivedRequest, 'headers' | 'body'>, secret: string): boolean {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const content = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const expected = createHmac('sha256', key).update(content).digest('base64');
  return String(headers['webhook-signature'] ?? '')
    .split(' ')
    .includes(`v1,${expected}`);
}

/** Returns the position of the newest change, which comes after all that the case has done. */
export async function headOf(context: CaseContext): Promise<number> {
  const { backend } = context;
  await sequenced(context);
  const { data } = await backend.call(backend.operation('getSyncStatus'), 'admin', {});
  const { head } = data as unknown as { head: number }; // Cast: validated by its own cases.
  return head;
}

/** Reads the feed after a cursor to its end, page by page. */
export async function readFeed(
  { backend }: CaseContext,
  cursor: number | string,
  limit: number,
  token?: string,
  query: Record<string, string> = {},
): Promise<FeedItem[]> {
  const items: FeedItem[] = [];
  const read = backend.operation('listChanges');
  const usedToken = token ?? (await backend.sessions.token('admin'));
  const cursors = new Set<string>();
  for (let next = String(cursor), more = true; more; ) {
    assertNewCursor(cursors, next);
    const { data } = await backend.callWith(usedToken, read, { query: { ...query, cursor: next, limit } });
    const page = (data.items ?? []) as FeedItem[]; // Cast: validated by its own cases.
    assert.ok(page.length <= limit, 'a page has no more changes than the limit');
    if (data.more) assert.ok(page.length > 0, 'a page before the last has changes');
    items.push(...page);
    more = data.more === true;
    next = String(data.nextCursor);
  }
  return items;
}
