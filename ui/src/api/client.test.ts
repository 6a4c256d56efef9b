import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Client, type ClientOptions, createClient } from './client.ts';
import { Problem } from './problem.ts';

type Handle = (request: IncomingMessage, response: ServerResponse) => void;

let handle: Handle;
let address: string;
const server = createServer((request, response) => handle(request, response));
const onUnauthorized = vi.fn();
const onAccessChanged = vi.fn();
const onProblem = vi.fn();

function client(options: Partial<ClientOptions> = {}): Client {
  return createClient({
    baseUrl: `${address}/dc`,
    getToken: () => 'a-token',
    getLanguage: () => 'zh-CN',
    onUnauthorized,
    onAccessChanged,
    onProblem,
    ...options,
  });
}

function answer(status: number, body: unknown, headers: Record<string, string> = {}): void {
  handle = (_request, response) => {
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };
}

/** A failure is reported by a timer, so that its caller may try again instead; timers run in the order in which they are set. */
const reported = () => new Promise<void>((resolve) => setTimeout(resolve, 0));

async function problemOf(call: Promise<unknown>): Promise<Problem> {
  const outcome = await call.then(
    () => 'an answer',
    (error: unknown) => error,
  );
  if (!(outcome instanceof Problem)) throw new Error(`expected a problem, got ${String(outcome)}`);
  await reported();
  return outcome;
}

beforeEach(async () => {
  vi.clearAllMocks();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // The cast: a server listening on a port answers an AddressInfo.
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

describe('a call', () => {
  it('sends token, language, query and If-Match to its path below /dc', async () => {
    let sent: IncomingMessage | undefined;
    handle = (request, response) => {
      sent = request;
      response.end(JSON.stringify({ code: 200, message: 'OK', data: { id: 44, version: 2 } }));
    };
    await client().DELETE('/api/v1/countries/{id}', {
      params: { path: { id: 44 }, header: { 'If-Match': '"1"' } },
    });
    expect(sent?.method).toBe('DELETE');
    expect(sent?.url).toBe('/dc/api/v1/countries/44');
    expect(sent?.headers).toMatchObject({
      authorization: 'Bearer a-token',
      'accept-language': 'zh-CN',
      'if-match': '"1"',
    });
  });

  it('sends no Authorization header without a token', async () => {
    let sent: IncomingMessage | undefined;
    handle = (request, response) => {
      sent = request;
      response.end(JSON.stringify({ code: 200, message: 'OK', data: { demoAccounts: [] } }));
    };
    await client({ getToken: () => null }).GET('/api/v1/auth/options');
    expect(sent?.headers).not.toHaveProperty('authorization');
  });

  it('answers the unwrapped data, told apart by status, with the ETag', async () => {
    answer(202, { code: 202, message: 'Accepted', data: { proposal: { id: 7 } } }, { ETag: '"3"' });
    const saved = await client().PUT('/api/v1/countries/{id}', {
      params: { path: { id: 44 } },
      body: { code: 'CN', name: 'China' },
    });
    expect(saved.etag).toBe('"3"');
    expect(saved.status === 202 && saved.data.proposal.id).toBe(7);
  });

  it('sends bytes as they are, and waits for them as long as it is told', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout');
    const bytes = new Uint8Array([0, 34, 255, 10]);
    let body: Buffer | undefined;
    handle = async (request, response) => {
      body = await buffer(request);
      response.end(JSON.stringify({ code: 200, message: request.headers['content-type'], data: {} }));
    };
    const { message } = await client().send('PUT', '/api/v1/imports/{id}/parts/{part}', {
      params: { path: { id: 7, part: 0 } },
      headers: { 'Content-Type': 'application/octet-stream' },
      body: new Blob([bytes]),
      bodySerializer: (blob: Blob) => blob,
      timeout: 60_000,
    });
    expect([message, body]).toEqual(['application/octet-stream', Buffer.from(bytes)]);
    expect(timeout).toHaveBeenCalledExactlyOnceWith(60_000);
    timeout.mockRestore();
  });

  it('waits ten seconds by default', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout');
    answer(200, { code: 200, message: 'OK', data: {} });
    await client().GET('/api/v1/profile');
    expect(timeout).toHaveBeenCalledExactlyOnceWith(10_000);
    timeout.mockRestore();
  });
});

describe('a refusal', () => {
  it('becomes a problem with everything that the envelope tells', async () => {
    const fields = [{ pointer: '/code', rule: 'duplicateCode', message: '国家代码已存在' }];
    answer(409, { code: 409, message: '国家代码已存在', data: { key: 'duplicateCode', traceId: '7f3c', fields } });
    const problem = await problemOf(client().POST('/api/v1/countries', { body: { code: 'CN', name: 'China' } }));
    expect(problem).toMatchObject({
      status: 409,
      code: 409,
      key: 'duplicateCode',
      message: '国家代码已存在',
      traceId: '7f3c',
      fields,
    });
    expect(onUnauthorized).not.toHaveBeenCalled();
  });

  it.each([
    ['zh-CN', '请求失败 (500)'],
    ['en', 'Request failed (500)'],
  ] as const)('without a message says so in %s', async (language, message) => {
    answer(500, { code: 500, message: '', data: null });
    const problem = await problemOf(client({ getLanguage: () => language }).GET('/api/v1/overview'));
    expect(problem).toMatchObject({ message, key: 'unknownError', fields: [] });
  });

  it('goes by the envelope where HTTP says success', async () => {
    answer(200, { code: 500, message: '服务器出错', data: { key: 'serverError', traceId: 't' } });
    expect(await problemOf(client().GET('/api/v1/overview'))).toMatchObject({ key: 'serverError', code: 500 });
  });

  it.each([
    ['an envelope’s message without data', 200, '{"code":500,"message":"出错了"}', '出错了'],
    ['a code without anything else', 200, '{"code":500}', '请求失败 (500)'],
    ['a message alone', 502, '{"message":"上游超时"}', '上游超时'],
    ['a page of a proxy', 502, '<html><h1>502 Bad Gateway</h1></html>', '网络请求失败'],
    ['nothing', 503, '', '网络请求失败'],
  ])('shows what there is to show: %s', async (_what, status, body, message) => {
    answer(status, body);
    expect(await problemOf(client().GET('/api/v1/overview'))).toMatchObject({ status, message });
  });

  it('tells how long to wait', async () => {
    answer(429, { code: 429, message: '…', data: { key: 'tooManyRequests', traceId: 't' } }, { 'Retry-After': '60' });
    expect(await problemOf(client().GET('/api/v1/overview'))).toMatchObject({ retryAfter: 60 });
  });

  it('with 401 ends the session, even where the body is no envelope', async () => {
    answer(401, '<h1>Unauthorized</h1>');
    expect(await problemOf(client().GET('/api/v1/profile'))).toMatchObject({ status: 401, key: 'networkError' });
    expect(onUnauthorized).toHaveBeenCalledOnce();
  });

  it('with 401 to a login leaves the session alone', async () => {
    answer(401, { code: 401, message: '登录已过期', data: { key: 'unauthorized', traceId: 't' } });
    await problemOf(client().POST('/api/v1/auth/login', { body: { username: 'a', password: 'b' } }));
    expect(onUnauthorized).not.toHaveBeenCalled();
  });
});

describe('a success', () => {
  it.each([201, 202, 204])('is what the envelope’s code %d says', async (code) => {
    answer(200, { code, message: 'OK', data: {} });
    expect(await client().send('GET', '/api/v1/overview')).toMatchObject({ status: code });
  });

  it('with the code 204 needs no data', async () => {
    answer(200, { code: 204, message: 'OK' });
    expect(await client().send('DELETE', '/api/v1/overview')).toMatchObject({ status: 204, data: null });
  });

  it('without a body is 204', async () => {
    handle = (_request, response) => response.writeHead(204).end();
    expect(await client().send('GET', '/api/v1/overview')).toMatchObject({ status: 204, data: null });
  });
});

describe('what failed is told', () => {
  const get = () => client().GET('/api/v1/overview');

  it.each([
    ['a refusal', 403, { code: 403, message: '没有权限', data: { key: 'forbidden', traceId: 't' } }, '没有权限'],
    ['a page of a proxy', 502, '<html></html>', '网络请求失败'],
    ['a refusal by the envelope alone', 200, { code: 500, message: '出错了', data: {} }, '出错了'],
  ])('%s', async (_what, status, body, message) => {
    answer(status, body);
    await problemOf(get());
    expect(onProblem.mock.calls.map(([problem]) => problem.message)).toEqual([message]);
  });

  it('a connection that broke', async () => {
    handle = (request) => request.socket.destroy();
    await problemOf(get());
    expect(onProblem).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ message: '网络请求失败' }));
  });

  it('not a 401, which ends the session, nor a call that was cancelled', async () => {
    answer(401, { code: 401, message: '登录已过期', data: { key: 'unauthorized', traceId: 't' } });
    await problemOf(get());
    const stop = new AbortController();
    handle = () => stop.abort();
    await expect(client().GET('/api/v1/overview', { signal: stop.signal })).rejects.toThrow();
    await reported();
    expect(onProblem).not.toHaveBeenCalled();
  });

  it('not what the caller tries again by itself', async () => {
    answer(503, { code: 503, message: '稍后再试', data: null });
    await get().catch((problem) => {
      problem.isRetried = true;
    });
    await reported();
    expect(onProblem).not.toHaveBeenCalled();
  });

  it('a 401 of signing in, which ends none', async () => {
    answer(401, { code: 401, message: '账号或密码不正确', data: null });
    await problemOf(client().POST('/api/v1/auth/login', { body: { username: 'a', password: 'b' } }));
    expect([onProblem.mock.calls.length, onUnauthorized.mock.calls.length]).toEqual([1, 0]);
  });

  it('once a minute where the same question goes on failing, at once where it fails otherwise or a change fails', async () => {
    const told = () => onProblem.mock.calls.map(([problem]) => problem.message);
    const { GET, send } = client();
    const failing = (message: string) => answer(500, { code: 500, message, data: null });
    failing('一');
    for (let turn = 0; turn < 3; turn += 1) await problemOf(GET('/api/v1/overview'));
    expect(told()).toEqual(['一']);
    failing('二');
    await problemOf(GET('/api/v1/overview'));
    answer(200, { code: 200, message: 'OK', data: {} });
    await GET('/api/v1/overview');
    failing('二');
    await problemOf(GET('/api/v1/overview'));
    expect(told()).toEqual(['一', '二', '二']);
    const later = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000);
    await problemOf(GET('/api/v1/overview'));
    later.mockRestore();
    for (let turn = 0; turn < 2; turn += 1) await problemOf(send('PUT', '/api/v1/overview'));
    expect(told()).toEqual(['一', '二', '二', '二', '二', '二']);
  });
});

describe('no answer', () => {
  it.each([
    ['no JSON', '<html></html>'],
    ['no envelope', '{"hello":1}'],
    ['a success without data', '{"code":200,"message":"OK"}'],
    ['nothing', ''],
  ])('that keeps the contract: %s', async (_what, body) => {
    answer(200, body);
    const problem = await problemOf(client().GET('/api/v1/profile'));
    expect(problem).toMatchObject({ key: 'invalidResponse', message: '服务器的回答不符合约定', status: 200 });
  });

  it('at all is networkError', async () => {
    handle = (request) => request.socket.destroy();
    expect(await problemOf(client().GET('/api/v1/profile'))).toMatchObject({
      key: 'networkError',
      message: '网络请求失败',
      status: 0,
    });
  });

  it('in time is requestTimeout', async () => {
    handle = () => {};
    const problem = await problemOf(client({ timeout: 30, getLanguage: () => 'en' }).GET('/api/v1/profile'));
    expect(problem).toMatchObject({ key: 'requestTimeout', message: 'The request took too long' });
  });

  it('to a cancelled call is no problem but the cancellation', async () => {
    const controller = new AbortController();
    handle = () => controller.abort();
    const call = client().GET('/api/v1/profile', { signal: controller.signal });
    await expect(call).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('X-Access-Version', () => {
  const body = { code: 200, message: 'OK', data: {} };

  it('that differs from the last one asks for a fresh profile, once', async () => {
    const api = client();
    for (const version of ['1', '1', '2', '2']) {
      answer(200, body, { 'X-Access-Version': version });
      await api.GET('/api/v1/overview');
    }
    expect(onAccessChanged).toHaveBeenCalledOnce();
  });

  it('of another session says nothing', async () => {
    let token = 'one';
    const api = client({ getToken: () => token });
    answer(200, body, { 'X-Access-Version': '1' });
    await api.GET('/api/v1/overview');
    token = 'two';
    answer(200, body, { 'X-Access-Version': '2' });
    await api.GET('/api/v1/overview');
    expect(onAccessChanged).not.toHaveBeenCalled();
  });
});
