import { expect, test } from 'vitest';
import { readConfiguration } from './configuration.mjs';

const secret = 'x'.repeat(32);

const read = (env: NodeJS.ProcessEnv) => readConfiguration(env, '/project');

test('nothing set: the private server, this machine only', () => {
  expect(read({})).toEqual({
    root: '/project',
    dataDir: '/project/.data',
    host: '127.0.0.1',
    port: 8080,
    trustProxy: 0,
  });
});

test('everything set', () => {
  const env = {
    DATABASE_URL: 'mysql://me:secret@db:3307/places',
    DATA_DIR: '/var/data',
    HOST: '0.0.0.0',
    JWT_SECRET: secret,
    PORT: '81',
    SMTP_URL: 'smtp://mail:25',
    TRUST_PROXY: '2',
  };
  expect(read(env)).toEqual({
    root: '/project',
    databaseUrl: env.DATABASE_URL,
    dataDir: '/var/data',
    host: '0.0.0.0',
    jwtSecret: secret,
    port: 81,
    smtpUrl: env.SMTP_URL,
    trustProxy: 2,
  });
});

test.each([
  [{ PORT: 'http' }, /PORT is “http”/],
  [{ PORT: '65536' }, /PORT .* 0 to 65535/],
  [{ PORT: '-1' }, /PORT/],
  [{ TRUST_PROXY: 'yes' }, /TRUST_PROXY/],
  [{ HOST: 'a b' }, /HOST/],
  [{ DATABASE_URL: 'postgres://db/places', JWT_SECRET: secret }, /DATABASE_URL is not an address of the form mysql/],
  [{ DATABASE_URL: 'mysql://db', JWT_SECRET: secret }, /names no database/],
  [{ DATABASE_URL: 'mysql://db/places' }, /JWT_SECRET is required: .* 32 characters/],
  [{ DATABASE_URL: 'mysql://db/places', JWT_SECRET: secret.slice(1) }, /JWT_SECRET is too short: .* 32 characters/],
  [{ SMTP_URL: 'mail' }, /SMTP_URL/],
])('%j is refused', (env, message) => {
  expect(() => read(env)).toThrow(message);
});

test.each([
  { DATABASE_URL: 'hush' },
  { SMTP_URL: 'hush' },
  { DATABASE_URL: 'mysql://db/places', JWT_SECRET: 'hush' },
])('the refusal of %j never shows what may be a secret', (env) => {
  expect(() => read(env)).toThrow(expect.objectContaining({ message: expect.not.stringContaining('hush') }));
});
