import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { readContract } from '../../contract/contract.ts';
import { operationsOf } from '../../contract/operations.ts';
import { startValidatingProxy } from '../../processes/prism.ts';
import { type ApiResponse, send } from './client.ts';
import { createVerifier } from './verify.ts';

const contract = readContract();
const verify = createVerifier(contract);
const profile = operationNamed('getProfile');
const user = profile.responses.find(({ status }) => status === 200)?.json?.example as object; // Cast: an envelope.
const headers = { 'x-access-version': '1' };
const error = { key: 'unauthorized', traceId: '1' };

const responses: [string, number, object, Record<string, string>, string | undefined][] = [
  ['a declared status and body', 200, user, headers, undefined],
  ['an undeclared status', 418, { code: 418, message: '', data: {} }, {}, 'the status 418 is not declared'],
  ['an undeclared member', 200, { ...user, more: 1 }, headers, 'must NOT have additional properties'],
  ['a code that differs from the status', 200, { ...user, code: 201 }, headers, 'code 201 is not the status 200'],
  ['a missing header', 200, user, {}, 'the header X-Access-Version is missing'],
  [
    'a type other than JSON',
    200,
    user,
    { ...headers, 'content-type': 'text/html' },
    'the content type text/html is not JSON',
  ],
  [
    'a message that is not the text of its key',
    401,
    { code: 401, message: 'Nope', data: error },
    {},
    'is not the text of',
  ],
];

test.each(responses)('verifies a response with %s', (_, status, body, sentHeaders, expectedFault) => {
  const fault = verify(profile, apiResponse(status, body, sentHeaders), 'zh-CN');
  if (expectedFault === undefined) expect(fault).toBeUndefined();
  else expect(fault?.reason).toContain(expectedFault);
});

test('a header that the contract does not require may be missing', () => {
  const feed = operationNamed('listChanges');
  const page = feed.responses.find(({ status }) => status === 200)?.json?.example as object; // Cast: an envelope.
  expect(verify(feed, apiResponse(200, page, {}), 'zh-CN')).toBeUndefined();
});

test('says of a body that it is no JSON', () => {
  const bytes = Buffer.from('{"code":200,');
  const response = { ...apiResponse(200, {}, headers), body: bytes.toString(), bytes };
  expect(verify(profile, response, 'zh-CN')?.reason).toBe('the body of the response 200 is not JSON: {"code":200,');
});

const list = operationNamed('listCountries');
const listed = list.responses.find(({ status }) => status === 200)?.json?.example as { data: { items: object[] } }; // Cast: an envelope.
const [country] = listed.data.items;

test.each([
  '2026-11-20T06:32:10Z',
  '2026-11-20T06:32:10.000',
  '2026-11-20T14:32:10.000+08:00',
])('finds the time %s, which is not in UTC to the millisecond', (createTime) => {
  const body = { ...listed, data: { ...listed.data, items: [{ ...country, createTime }] } };
  expect(verify(list, apiResponse(200, body, {}), 'zh-CN')?.reason).toContain('createTime must match format');
});

test('finds an ETag that is not that of the record', () => {
  const get = operationNamed('getCountry');
  const data = { record: country, labels: {}, ownWork: false, review: 'none', proposed: false, upcoming: [] };
  const answer = (etag: string) => apiResponse(200, { code: 200, message: 'OK', data }, { etag });
  expect(verify(get, answer('"1"'), 'zh-CN')).toBeUndefined();
  expect(verify(get, answer('"2"'), 'zh-CN')?.reason).toContain('the ETag "2" is not that of the version 1');
});

test.each([
  ['attachment; filename="country.csv"', undefined],
  ['attachment; filename="country.xlsx"', 'names no attachment that ends in .csv'],
  ['inline', 'names no attachment that ends in .csv'],
])('verifies a file with the Content-Disposition %s', (disposition, expectedFault) => {
  const sent = { 'content-type': 'text/csv; charset=utf-8', 'content-disposition': disposition };
  const fault = verify(operationNamed('exportCountries'), apiResponse(200, {}, sent), 'zh-CN');
  if (expectedFault === undefined) expect(fault).toBeUndefined();
  else expect(fault?.reason).toContain(expectedFault);
});

test.each([
  ['有 {count} 处不符合要求', 'is not the text of'],
  ['有 2 处不符合要求', 'does not count the 1 fields'],
  ['有 1 处不符合要求', undefined],
])('verifies the message %s about one field', (message, expectedFault) => {
  const fields = [{ pointer: '/name', rule: 'required', message: '必填' }];
  const data = { key: 'validationError', traceId: '1', fields };
  const fault = verify(list, apiResponse(422, { code: 422, message, data }, {}), 'zh-CN');
  if (expectedFault === undefined) expect(fault).toBeUndefined();
  else expect(fault?.reason).toContain(expectedFault);
});

test('reports that the validating proxy rejected a response that violates the contract', async () => {
  const upstream = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"code":200,"message":"OK","data":{}}');
  });
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
  const { port } = upstream.address() as AddressInfo; // Cast: a TCP server's address is never a string.
  const proxy = await startValidatingProxy(`http://127.0.0.1:${port}/dc`);
  try {
    const response = await send(proxy.url, profile, {}, 'any');
    expect(verify(profile, response, 'zh-CN')?.reason).toMatch(/^Prism rejects it: .*response.body.data/);
  } finally {
    await proxy.stop();
    upstream.close();
  }
});

function operationNamed(id: string) {
  const operation = operationsOf(contract).find((candidate) => candidate.id === id);
  if (!operation) throw new Error(`the contract has no operation ${id}`);
  return operation;
}

function apiResponse(status: number, body: object, sent: Record<string, string>): ApiResponse {
  const headers = new Headers({ 'content-type': 'application/json', ...sent });
  // Cast: the tests pass some incomplete envelopes on purpose.
  const envelope = body as Pick<ApiResponse, 'code' | 'message' | 'data'>;
  return { status, headers, body, bytes: Buffer.of(), ...envelope };
}
