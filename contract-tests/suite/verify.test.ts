import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { readContract } from '../contract/contract.ts';
import { operationsOf } from '../contract/operations.ts';
import { startValidatingProxy } from '../processes/prism.ts';
import { type Answer, send } from './client.ts';
import { createVerifier } from './verify.ts';

const contract = readContract();
const verify = createVerifier(contract);
const profile = operationNamed('getProfile');
const user = profile.answers.find(({ status }) => status === 200)?.json?.example as object; // Cast: an envelope.
const headers = { 'x-access-version': '1' };
const error = { key: 'unauthorized', traceId: '1' };

const answers: [string, number, object, Record<string, string>, string | undefined][] = [
  ['what the contract says', 200, user, headers, undefined],
  [
    'a status that is not declared',
    418,
    { code: 418, message: '', data: {} },
    {},
    'answers 418, which is not declared',
  ],
  ['a member too many', 200, { ...user, more: 1 }, headers, 'must NOT have additional properties'],
  ['another code than the status', 200, { ...user, code: 201 }, headers, 'code 201 is not the status 200'],
  ['a header too few', 200, user, {}, 'the header X-Access-Version is missing'],
  ['other words than those of the key', 401, { code: 401, message: 'Nope', data: error }, {}, 'is not the text of'],
];

test.each(answers)('verifies an answer with %s', (_, status, body, sentHeaders, complaint) => {
  const fault = verify(profile, answerOf(status, body, sentHeaders), 'zh-CN');
  if (complaint === undefined) expect(fault).toBeUndefined();
  else expect(fault).toContain(complaint);
});

test('reports that the validating proxy refused an answer that breaks the contract', async () => {
  const upstream = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"code":200,"message":"OK","data":{}}');
  });
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
  const { port } = upstream.address() as AddressInfo; // Cast: a TCP server's address is never a string.
  const proxy = await startValidatingProxy(`http://127.0.0.1:${port}/dc`);
  try {
    const answer = await send(proxy.url, profile, {}, 'any');
    expect(verify(profile, answer, 'zh-CN')).toMatch(/^Prism refuses: .*response.body.data/);
  } finally {
    await proxy.stop();
    upstream.close();
  }
});

function operationNamed(id: string) {
  const operation = operationsOf(contract).find((one) => one.id === id);
  if (!operation) throw new Error(`the contract has no operation ${id}`);
  return operation;
}

function answerOf(status: number, body: object, sent: Record<string, string>): Answer {
  // Cast: of the envelope, broken ones lack what they lack.
  return { status, headers: new Headers(sent), body, ...(body as Pick<Answer, 'code' | 'message' | 'data'>) };
}
