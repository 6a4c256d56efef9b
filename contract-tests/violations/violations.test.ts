import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readContract } from '../contract/contract.ts';
import { operationsOf } from '../contract/operations.ts';
import { allViolations } from './all-violations.ts';
import { type Answer, jsonAnswer } from './kit/answer.ts';
import { type Data, parseJson } from './kit/call.ts';
import { bodyValidator, operationFinder } from './kit/operations.ts';
import { signAgain } from './kit/signature.ts';
import { ViolatingProxy } from './runner/proxy.ts';

const contract = readContract();
const findOperation = operationFinder(contract);
const page = { items: [{ id: 1 }, { id: 2 }], total: 2, page: 1, pageSize: 20, counts: { pending: 2 } };
let version = 4;
const received: { url?: string | undefined; body: string }[] = [];

function answerTo({ url = '', headers }: IncomingMessage): Answer {
  if (url.includes('bogus')) return jsonAnswer(422, { key: 'validationError', traceId: 't' });
  if (headers['if-match'] === '"1"')
    return jsonAnswer(412, { key: 'versionConflict', traceId: 't', current: { id: 7, version: 3 } });
  if (!url.endsWith('/7')) return jsonAnswer(200, page);
  return jsonAnswer(200, { record: { id: 7, version } }, 'OK', { etag: `"${version}"` });
}

/** A backend that tells what it was asked, and answers lists, records and refusals. */
const backend = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += chunk;
  received.push({ url: request.url, body });
  if (request.method === 'PUT') version += 1;
  const { status, headers, body: answered } = answerTo(request);
  response.writeHead(status, headers).end(answered);
});
let proxy: ViolatingProxy;

beforeAll(async () => {
  await new Promise<void>((resolve) => backend.listen(0, '127.0.0.1', resolve));
  // Cast: a server that listens on a port has an address of this type.
  const { port } = backend.address() as AddressInfo;
  const backendUrl = `http://127.0.0.1:${port}/dc`;
  proxy = await ViolatingProxy.start({
    backendUrl,
    findOperation,
    adminToken: async () => 'admin',
    isValid: bodyValidator(contract),
  });
});

afterAll(() => {
  proxy.stop();
  backend.close();
});

async function dataOf(response: Response): Promise<Data> {
  const { data } = parseJson(Buffer.from(await response.arrayBuffer()));
  return data;
}

async function ask(id: string | undefined, path: string, init: RequestInit = {}) {
  proxy.break(id === undefined ? undefined : allViolations.find((violation) => violation.id === id));
  const response = await fetch(proxy.url + path, init);
  return { response, answer: await dataOf(response) };
}

test('violations have ids of their own, and each names a sentence of the contract', () => {
  const ids = allViolations.map(({ id }) => id);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  expect(ids.filter((id) => !/^[a-z0-9]+(-[A-Za-z0-9]+)+$/.test(id))).toEqual([]);
  expect(allViolations.filter(({ at, breaks }) => !at || !breaks)).toEqual([]);
});

test('each violation concerns an operation and does something', () => {
  const operations = operationsOf(contract).map(({ method, path }) => {
    const found = findOperation(method, path.replace(/\{\w+\}/g, '1'));
    if (!found) throw new Error(`${method} ${path} is not found`);
    return found.operation;
  });
  expect(operations.map(({ id }) => id)).toEqual(operationsOf(contract).map(({ id }) => id));
  for (const violation of allViolations) {
    const { id, request, instead, response, after, push, receiverStatus } = violation;
    expect(
      operations.some((operation) => violation.on(operation)),
      id,
    ).toBe(true);
    expect([request, instead, response, after, push, receiverStatus].some(Boolean), id).toBe(true);
  }
});

test('without a violation the answer is that of the backend', async () => {
  const { response, answer } = await ask(undefined, '/api/v1/countries/7');
  expect(answer).toEqual({ record: { id: 7, version: 4 } });
  expect(response.headers.get('etag')).toBe('"4"');
});

test('a violation edits what the backend is asked', async () => {
  await ask('sort-ignored', '/api/v1/countries?sort=-code&status=active');
  expect(received.at(-1)?.url).toBe('/dc/api/v1/countries?status=active');
});

test('a violation leaves to the backend what it would refuse', async () => {
  await ask('sort-ignored', '/api/v1/countries?sort=bogus');
  expect(received.at(-1)?.url).toBe('/dc/api/v1/countries?sort=bogus');
});

test('a violation edits what the backend answers', async () => {
  const { answer } = await ask('last-item-of-page-missing', '/api/v1/countries');
  expect(answer).toMatchObject({ items: [{ id: 1 }], total: 2 });
});

test('a violation keeps to its operations', async () => {
  const { answer } = await ask('last-item-of-page-missing', '/api/v1/users');
  expect(answer.items).toHaveLength(2);
});

test('a violation asks again in another way', async () => {
  const init = {
    method: 'PUT',
    headers: { 'if-match': '"1"', 'content-type': 'application/json' },
    body: '{"code":"QZ","name":"A"}',
  };
  const { response } = await ask('stale-update-accepted', '/api/v1/countries/7', init);
  expect(response.status).toBe(200);
  expect(received.slice(-2).map(({ body }) => body)).toEqual([init.body, init.body]);
});

test('a violation remembers what it saw', async () => {
  const violation = 'update-is-lost';
  await ask(violation, '/api/v1/countries/7');
  const init = { method: 'PUT', headers: { 'if-match': '"4"', 'content-type': 'application/json' }, body: '{}' };
  const before = version;
  await fetch(`${proxy.url}/api/v1/countries/7`, init);
  expect(version).toBe(before + 1);
  const { record } = await dataOf(await fetch(`${proxy.url}/api/v1/countries/7`));
  expect(record).toEqual({ id: 7, version: before });
});

test('edited pushes are signed again', () => {
  const sign = (body: string) =>
    createHmac('sha256', Buffer.from('c2VjcmV0', 'base64')).update(`m.1.${body}`).digest('base64');
  const headers = { 'webhook-id': 'm', 'webhook-timestamp': '1', 'webhook-signature': `v1,${sign('a')}` };
  const edited = { url: 'u', headers: { ...headers }, body: 'b' };
  signAgain({ url: 'u', headers, body: 'a' }, edited, ['whsec_c2VjcmV0']);
  expect(edited.headers['webhook-signature']).toBe(`v1,${sign('b')}`);
});
