import { createHmac, createSecretKey, generateKeyPairSync, randomBytes } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient } from '../kit/client.ts';
import { type Service, startService } from '../kit/service.ts';

interface Claims {
  sid: string;
  sub: string;
  exp: number;
}

let service: Service;
let token: string;
let claims: Claims;

beforeAll(async () => {
  service = await startService();
  token = (await service.as('editor')).token ?? '';
  // Cast: the tokens of the service have these claims.
  claims = jwt.decode(token) as unknown as Claims;
});
afterAll(() => service.stop());

const sign = (payload: object, secret = service.jwtSecret, options: jwt.SignOptions = {}) =>
  jwt.sign(payload, secret, { algorithm: 'HS256', ...options });
const encodePart = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const expectUnauthorized = async (forgedToken: string) =>
  createClient(service.url, forgedToken).expectRefusal('getProfile', {}, 'unauthorized');

test('the scheme “Bearer” is accepted in any case', async () => {
  for (const scheme of ['Bearer', 'bearer', 'BEARER']) {
    const headers = { Authorization: `${scheme} ${token}` };
    expect((await service.anonymous.call('getProfile', { headers })).status).toBe(200);
  }
  expect(claims).toMatchObject({ sid: expect.any(String), sub: expect.any(String), exp: expect.any(Number) });
});

test('the first of two secrets signs, and tokens signed by either are accepted', async () => {
  const previousSecret = createSecretKey(randomBytes(32));
  const rotatedService = await startService({ acceptedJwtSecret: previousSecret });
  try {
    const { token: signedToken = '' } = await rotatedService.as('editor');
    const session = jwt.verify(signedToken, rotatedService.jwtSecret);
    const earlierToken = jwt.sign(session, previousSecret);
    expect((await createClient(rotatedService.url, earlierToken).ok('getProfile')).username).toBe('editor');
    await createClient(rotatedService.url, jwt.sign(session, service.jwtSecret)).expectRefusal(
      'getProfile',
      {},
      'unauthorized',
    );
  } finally {
    await rotatedService.stop();
  }
});

describe('a token is refused if it has or is', () => {
  test.each<[string, () => string]>([
    ['alg none', () => `${encodePart({ alg: 'none', typ: 'JWT' })}.${encodePart(claims)}.`],
    ['alg None', () => `${encodePart({ alg: 'None' })}.${encodePart(claims)}.`],
    ['no expiry', () => sign({ sid: claims.sid, sub: claims.sub })],
    ['another secret', () => sign(claims, createSecretKey(randomBytes(32)))],
    [
      'an empty secret',
      () => {
        const unsignedToken = `${encodePart({ alg: 'HS256', typ: 'JWT' })}.${encodePart(claims)}`;
        return `${unsignedToken}.${createHmac('sha256', '').update(unsignedToken).digest('base64url')}`;
      },
    ],
    ['another algorithm of the same secret', () => sign(claims, service.jwtSecret, { algorithm: 'HS512' })],
    [
      'a key pair',
      () => jwt.sign(claims, generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey, { algorithm: 'RS256' }),
    ],
    [
      'altered claims',
      () => {
        const [header, , signature] = token.split('.');
        return `${header}.${encodePart({ ...claims, sub: '1' })}.${signature}`;
      },
    ],
    ['an altered signature', () => `${token.slice(0, -4)}AAAA`],
    ['no signature', () => token.slice(0, token.lastIndexOf('.') + 1)],
    ['an expired token', () => sign({ ...claims, exp: Math.floor(Date.now() / 1000) - 1 })],
    ['a token that is not valid yet', () => sign({ ...claims, nbf: Math.floor(Date.now() / 1000) + 60 })],
    ['another user', () => sign({ ...claims, sub: '1' })],
    ['no user', () => sign({ sid: claims.sid, exp: claims.exp })],
    ['no session', () => sign({ sub: claims.sub, exp: claims.exp })],
    ['an unknown session', () => sign({ ...claims, sid: '5c1b2d0e-8a3f-4a53-9a51-0f6f6d3c2b11' })],
    ['a session that is not a string', () => sign({ ...claims, sid: { toString: claims.sid } })],
    ['a list of sessions', () => sign({ ...claims, sid: ["' or 1=1 --", claims.sid] })],
    ['text', () => 'token'],
    ['a long text', () => 'x'.repeat(8000)],
  ])('%s', async (_, forgeToken) => {
    const { message } = await expectUnauthorized(forgeToken());
    expect(message).toBe('登录已过期，请重新登录');
  });

  test('sent with another scheme, with a second word, in a cookie or in a query parameter', async () => {
    for (const Authorization of [`Basic ${token}`, `Bearer  ${token} x`, token, 'Bearer', 'Bearer ']) {
      await service.anonymous.expectRefusal('getProfile', { headers: { Authorization } }, 'unauthorized');
    }
    await service.anonymous.expectRefusal('getProfile', { headers: { Cookie: `token=${token}` } }, 'unauthorized');
    const response = await service.anonymous.raw('GET', `/dc/api/v1/profile?token=${token}`);
    expect(response.status).toBe(401);
  });
});
