import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Client, type ClientOptions, createClient } from './client.ts';
import { Problem } from './problem.ts';

type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void;

let handler: RequestHandler;
let serverUrl: string;
const server = createServer((request, response) => handler(request, response));
const onUnauthorized = vi.fn();
const onAccessChanged = vi.fn();
const onProblem = vi.fn();

function createTestClient(options: Partial<ClientOptions> = {}): Client {
  return createClient({
    baseUrl: `${serverUrl}/dc`,
    getToken: () => 'a-token',
    getLanguage: () => 'zh-CN',
    onUnauthorized,
    onAccessChanged,
    onProblem,
    ...options,
  });
}

function respondWith(status: number, body: unknown, headers: Record<string, string> = {}): void {
  handler = (_request, response) => {
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };
}

/** Waits for the timer that reports a failure; it runs after timers that were set before. */
const waitForReport = () => new Promise<void>((resolve) => setTimeout(resolve, 0));

async function expectProblem(call: Promise<unknown>): Promise<Problem> {
  const outcome = await call.then(
    () => 'an answer',
    (error: unknown) => error,
  );
  if (!(outcome instanceof Problem)) throw new Error(`expected a problem, got ${String(outcome)}`);
  await waitForReport();
  return outcome;
}

beforeEach(async () => {
  vi.clearAllMocks();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // The cast: a server listening on a port has an AddressInfo.
  serverUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

describe('a request', () => {
  it('sends token, language, query and If-Match to its path below /dc', async () => {
    let sent: IncomingMessage | undefined;
    handler = (request, response) => {
      sent = request;
      response.end(JSON.stringify({ code: 200, message: 'OK', data: { id: 44, version: 2 } }));
    };
    await createTestClient().DELETE('/api/v1/countries/{id}', {
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
    handler = (request, response) => {
      sent = request;
      response.end(JSON.stringify({ code: 200, message: 'OK', data: { demoAccounts: [] } }));
    };
    await createTestClient({ getToken: () => null }).GET('/api/v1/auth/options');
    expect(sent?.headers).not.toHaveProperty('authorization');
  });

  it('returns the status, the unwrapped data and the ETag', async () => {
    respondWith(202, { code: 202, message: 'Accepted', data: { proposal: { id: 7 } } }, { ETag: '"3"' });
    const saved = await createTestClient().PUT('/api/v1/countries/{id}', {
      params: { path: { id: 44 } },
      body: { code: 'CN', name: 'China' },
    });
    expect(saved.etag).toBe('"3"');
    expect(saved.status === 202 && saved.data.proposal.id).toBe(7);
  });

  it('sends bytes unchanged, with the given timeout', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout');
    const bytes = new Uint8Array([0, 34, 255, 10]);
    let body: Buffer | undefined;
    handler = async (request, response) => {
      body = await buffer(request);
      response.end(JSON.stringify({ code: 200, message: request.headers['content-type'], data: {} }));
    };
    const { message } = await createTestClient().send('PUT', '/api/v1/imports/{id}/parts/{part}', {
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

  it('times out after ten seconds by default', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout');
    respondWith(200, { code: 200, message: 'OK', data: {} });
    await createTestClient().GET('/api/v1/profile');
    expect(timeout).toHaveBeenCalledExactlyOnceWith(10_000);
    timeout.mockRestore();
  });
});

describe('an error response', () => {
  it('becomes a problem with all data of the envelope', async () => {
    const fields = [{ pointer: '/code', rule: 'duplicateCode', message: '国家代码已存在' }];
    respondWith(409, { code: 409, message: '国家代码已存在', data: { key: 'duplicateCode', traceId: '7f3c', fields } });
    const problem = await expectProblem(
      createTestClient().POST('/api/v1/countries', { body: { code: 'CN', name: 'China' } }),
    );
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
  ] as const)('without a message gets one in %s', async (language, message) => {
    respondWith(500, { code: 500, message: '', data: null });
    const problem = await expectProblem(createTestClient({ getLanguage: () => language }).GET('/api/v1/overview'));
    expect(problem).toMatchObject({ message, key: 'unknownError', fields: [] });
  });

  it('is recognized by the envelope if the HTTP status is a success', async () => {
    respondWith(200, { code: 500, message: '服务器出错', data: { key: 'serverError', traceId: 't' } });
    expect(await expectProblem(createTestClient().GET('/api/v1/overview'))).toMatchObject({
      key: 'serverError',
      code: 500,
    });
  });

  it.each([
    ['an envelope’s message without data', 200, '{"code":500,"message":"出错了"}', '出错了'],
    ['a code without anything else', 200, '{"code":500}', '请求失败 (500)'],
    ['a message alone', 502, '{"message":"上游超时"}', '上游超时'],
    ['a page of a proxy', 502, '<html><h1>502 Bad Gateway</h1></html>', '网络请求失败'],
    ['nothing', 503, '', '网络请求失败'],
  ])('gets a message from %s', async (_what, status, body, message) => {
    respondWith(status, body);
    expect(await expectProblem(createTestClient().GET('/api/v1/overview'))).toMatchObject({ status, message });
  });

  it('contains the time to wait', async () => {
    respondWith(
      429,
      { code: 429, message: '…', data: { key: 'tooManyRequests', traceId: 't' } },
      { 'Retry-After': '60' },
    );
    expect(await expectProblem(createTestClient().GET('/api/v1/overview'))).toMatchObject({ retryAfter: 60 });
  });

  it('with 401 ends the session, even if the body is no envelope', async () => {
    respondWith(401, '<h1>Unauthorized</h1>');
    expect(await expectProblem(createTestClient().GET('/api/v1/profile'))).toMatchObject({
      status: 401,
      key: 'networkError',
    });
    expect(onUnauthorized).toHaveBeenCalledOnce();
  });

  it('with 401 to a request of an earlier session does not end the session', async () => {
    let token = 'an-earlier-token';
    handler = (_request, response) => {
      token = 'a-token';
      response.writeHead(401, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify({ code: 401, message: '登录已过期', data: { key: 'unauthorized', traceId: 't' } }));
    };
    await expectProblem(createTestClient({ getToken: () => token }).GET('/api/v1/profile'));
    expect([onUnauthorized.mock.calls.length, onProblem.mock.calls.length]).toEqual([0, 0]);
  });

  it('with 401 to a login does not end the session', async () => {
    respondWith(401, { code: 401, message: '登录已过期', data: { key: 'unauthorized', traceId: 't' } });
    await expectProblem(createTestClient().POST('/api/v1/auth/login', { body: { username: 'a', password: 'b' } }));
    expect(onUnauthorized).not.toHaveBeenCalled();
  });
});

describe('a success', () => {
  it.each([201, 202, 204])('has the status %d of the envelope', async (code) => {
    respondWith(200, { code, message: 'OK', data: {} });
    expect(await createTestClient().send('GET', '/api/v1/overview')).toMatchObject({ status: code });
  });

  it('with code 204 needs no data', async () => {
    respondWith(200, { code: 204, message: 'OK' });
    expect(await createTestClient().send('DELETE', '/api/v1/overview')).toMatchObject({ status: 204, data: null });
  });

  it('without a body has status 204', async () => {
    handler = (_request, response) => response.writeHead(204).end();
    expect(await createTestClient().send('GET', '/api/v1/overview')).toMatchObject({ status: 204, data: null });
  });
});

describe('onProblem', () => {
  const get = () => createTestClient().GET('/api/v1/overview');

  it.each([
    [
      'an error response',
      403,
      { code: 403, message: '没有权限', data: { key: 'forbidden', traceId: 't' } },
      '没有权限',
    ],
    ['a page of a proxy', 502, '<html></html>', '网络请求失败'],
    ['an error in the envelope alone', 200, { code: 500, message: '出错了', data: {} }, '出错了'],
  ])('is called for %s', async (_what, status, body, message) => {
    respondWith(status, body);
    await expectProblem(get());
    expect(onProblem.mock.calls.map(([problem]) => problem.message)).toEqual([message]);
  });

  it('is called for a broken connection', async () => {
    handler = (request) => request.socket.destroy();
    await expectProblem(get());
    expect(onProblem.mock.calls.map(([problem]) => problem.message)).toEqual(['网络请求失败']);
  });

  it('is not called for a 401, which ends the session, or a cancelled request', async () => {
    respondWith(401, { code: 401, message: '登录已过期', data: { key: 'unauthorized', traceId: 't' } });
    await expectProblem(get());
    const controller = new AbortController();
    handler = () => controller.abort();
    await expect(createTestClient().GET('/api/v1/overview', { signal: controller.signal })).rejects.toThrow();
    await waitForReport();
    expect(onProblem).not.toHaveBeenCalled();
  });

  it('is not called if the caller retries', async () => {
    respondWith(503, { code: 503, message: '稍后再试', data: null });
    await get().catch((problem) => {
      problem.isQuiet = true;
    });
    await waitForReport();
    expect(onProblem).not.toHaveBeenCalled();
  });

  it('is called for a 401 of signing in', async () => {
    respondWith(401, { code: 401, message: '账号或密码不正确', data: null });
    await expectProblem(createTestClient().POST('/api/v1/auth/login', { body: { username: 'a', password: 'b' } }));
    expect([onProblem.mock.calls.length, onUnauthorized.mock.calls.length]).toEqual([1, 0]);
  });

  it('is called once a minute for a read that keeps failing with the same message, and at once for other failures', async () => {
    const messages = () => onProblem.mock.calls.map(([problem]) => problem.message);
    const { GET, send } = createTestClient();
    const failWith = (message: string) => respondWith(500, { code: 500, message, data: null });
    failWith('一');
    for (let attempt = 0; attempt < 3; attempt += 1) await expectProblem(GET('/api/v1/overview'));
    expect(messages()).toEqual(['一']);
    failWith('二');
    await expectProblem(GET('/api/v1/overview'));
    respondWith(200, { code: 200, message: 'OK', data: {} });
    await GET('/api/v1/overview');
    failWith('二');
    await expectProblem(GET('/api/v1/overview'));
    expect(messages()).toEqual(['一', '二', '二']);
    const dateSpy = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000);
    await expectProblem(GET('/api/v1/overview'));
    dateSpy.mockRestore();
    for (let attempt = 0; attempt < 2; attempt += 1) await expectProblem(send('PUT', '/api/v1/overview'));
    expect(messages()).toEqual(['一', '二', '二', '二', '二', '二']);
  });
});

describe('onRecovered', () => {
  it('is called once a request succeeds whose last failure was reported', async () => {
    const onRecovered = vi.fn();
    const { send } = createTestClient({ onRecovered });
    const save = (id: number, quiet = false) =>
      send('PUT', '/api/v1/airports/{id}', { params: { path: { id } }, quiet, body: { version: id } });
    respondWith(500, { code: 500, message: '出错了', data: null });
    for (const id of [1, 2]) await expectProblem(save(id));
    await expectProblem(save(3, true));
    respondWith(200, { code: 200, message: 'OK', data: {} });
    for (const id of [3, 2, 2]) await save(id);
    expect(onProblem).toHaveBeenCalledTimes(2);
    expect(onRecovered.mock.calls).toEqual([[onProblem.mock.calls[1]?.[1]]]);
  });

  it('is called for a read that succeeds again', async () => {
    const onRecovered = vi.fn();
    const { GET } = createTestClient({ onRecovered });
    respondWith(500, { code: 500, message: '出错了', data: null });
    await expectProblem(GET('/api/v1/overview'));
    respondWith(200, { code: 200, message: 'OK', data: {} });
    await GET('/api/v1/overview');
    expect(onRecovered.mock.calls).toEqual([[onProblem.mock.lastCall?.[1]]]);
  });
});

describe('no valid response', () => {
  it.each([
    ['no JSON', '<html></html>'],
    ['no envelope', '{"hello":1}'],
    ['a success without data', '{"code":200,"message":"OK"}'],
    ['nothing', ''],
  ])('is invalidResponse for %s', async (_what, body) => {
    respondWith(200, body);
    const problem = await expectProblem(createTestClient().GET('/api/v1/profile'));
    expect(problem).toMatchObject({ key: 'invalidResponse', message: '服务器返回了无法识别的内容', status: 200 });
  });

  it('is networkError if the connection breaks', async () => {
    handler = (request) => request.socket.destroy();
    expect(await expectProblem(createTestClient().GET('/api/v1/profile'))).toMatchObject({
      key: 'networkError',
      message: '网络请求失败',
      status: 0,
    });
  });

  it('is requestTimeout after the timeout', async () => {
    handler = () => {};
    const problem = await expectProblem(
      createTestClient({ timeout: 30, getLanguage: () => 'en' }).GET('/api/v1/profile'),
    );
    expect(problem).toMatchObject({ key: 'requestTimeout', message: 'The server took too long to respond' });
  });

  it('is an AbortError if the request is cancelled', async () => {
    const controller = new AbortController();
    handler = () => controller.abort();
    const call = createTestClient().GET('/api/v1/profile', { signal: controller.signal });
    await expect(call).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('X-Access-Version', () => {
  const body = { code: 200, message: 'OK', data: {} };

  it('calls onAccessChanged once per change', async () => {
    const api = createTestClient();
    for (const version of ['1', '1', '2', '2']) {
      respondWith(200, body, { 'X-Access-Version': version });
      await api.GET('/api/v1/overview');
    }
    expect(onAccessChanged).toHaveBeenCalledOnce();
  });

  it('is ignored for another session', async () => {
    let token = 'one';
    const api = createTestClient({ getToken: () => token });
    respondWith(200, body, { 'X-Access-Version': '1' });
    await api.GET('/api/v1/overview');
    token = 'two';
    respondWith(200, body, { 'X-Access-Version': '2' });
    await api.GET('/api/v1/overview');
    expect(onAccessChanged).not.toHaveBeenCalled();
  });
});
