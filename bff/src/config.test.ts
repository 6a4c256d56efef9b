import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readConfig, readWorkerConfig } from './config.ts';
import { connectionOptionsOf } from './database/database.ts';

const DATABASE_URL = 'mysql://root@localhost/gazetteer';

describe('readConfig', () => {
  test('has defaults for everything except the database', () => {
    expect(readConfig({ DATABASE_URL })).toMatchObject({
      databaseUrl: DATABASE_URL,
      databasePoolSize: 10,
      host: '127.0.0.1',
      port: 8080,
      trustProxy: 0,
      uiFolder: undefined,
      demo: false,
      smtpUrl: undefined,
      mailFolder: undefined,
      validatesResponses: true,
      worker: true,
      metricsToken: undefined,
      logLevel: 'info',
      logFormat: undefined,
    });
  });

  test('reads variables and treats empty ones as unset', () => {
    const env = {
      DATABASE_URL,
      PORT: '0',
      HOST: '::',
      TRUST_PROXY: '2',
      DEMO: '1',
      UI_DIST: '',
      NODE_ENV: 'test',
      DATABASE_POOL_SIZE: '25',
    };
    const expected = {
      databasePoolSize: 25,
      port: 0,
      host: '::',
      trustProxy: 2,
      demo: true,
      uiFolder: undefined,
      validatesResponses: true,
    };
    expect(readConfig(env)).toMatchObject(expected);
    const mail = { smtpUrl: 'smtps://me:secret@mail.example', mailFolder: '/var/mail' };
    expect(readConfig({ DATABASE_URL, SMTP_URL: mail.smtpUrl, MAIL_DIR: mail.mailFolder })).toMatchObject(mail);
    const defaults = { host: '127.0.0.1', port: 8080, trustProxy: 0 };
    expect(readConfig({ DATABASE_URL, HOST: '', PORT: '', TRUST_PROXY: '', SMTP_URL: '' })).toMatchObject(defaults);
    const workerEnvironment = { DATABASE_URL, WORKER: '0', METRICS_TOKEN: 'sixteen-letters!' };
    expect(readConfig(workerEnvironment)).toMatchObject({ worker: false, metricsToken: 'sixteen-letters!' });
  });

  const JWT_SECRET = 'x'.repeat(32);

  test.each([
    [{}, /DATABASE_URL is missing/],
    [{ DATABASE_URL: '' }, /DATABASE_URL is missing/],
    [{ DATABASE_URL: 'postgres://db/places' }, /DATABASE_URL is not an address of the form mysql/],
    [{ DATABASE_URL: 'hush' }, /^(?!.*hush).*DATABASE_URL/],
    [{ DATABASE_URL: 'mysql://db' }, /DATABASE_URL names no database/],
    [{ DATABASE_URL: 'mysql://me:50%@db/places' }, /DATABASE_URL has a % in its password .* %25/],
    [{ DATABASE_URL: `${DATABASE_URL}?ssl=true` }, /“ssl”: write tls=true instead/],
    [{ DATABASE_URL: `${DATABASE_URL}?charset=latin1` }, /“charset”: leave it out/],
    [{ DATABASE_URL: `${DATABASE_URL}?tls=yes` }, /tls, which has to be true or false/],
    [{ DATABASE_URL, NODE_ENV: 'production' }, /JWT_SECRET is required/],
    [{ DATABASE_URL, JWT_SECRET: JWT_SECRET.slice(1) }, /^(?!.*xxx).*JWT_SECRET is too short: .* 32 characters/],
    [{ DATABASE_URL, SECRETS_KEY: `${JWT_SECRET},short` }, /SECRETS_KEY has a key that is too short/],
    [{ DATABASE_URL, JWT_SECRET_ACCEPTED: 'short' }, /JWT_SECRET_ACCEPTED is too short/],
    [{ DATABASE_URL, JWT_SECRET, JWT_SECRET_FILE: '/run/secret' }, /JWT_SECRET and JWT_SECRET_FILE are both set/],
    [{ DATABASE_URL, SMTP_URL_FILE: '/no/such' }, /SMTP_URL_FILE is “\/no\/such”, which cannot be read \(ENOENT\)/],
    [{ DATABASE_URL, METRICS_TOKEN_FILE: '/dev/null' }, /METRICS_TOKEN_FILE is “\/dev\/null”, which is empty/],
    [{ DATABASE_URL, HOST: 'a b' }, /HOST is “a b”/],
    [{ DATABASE_URL, PORT: '80a' }, /PORT is “80a”: .* whole number from 0 to 65535/],
    [{ DATABASE_URL, PORT: '65536' }, /PORT .* 0 to 65535/],
    [{ DATABASE_URL, TRUST_PROXY: '-1' }, /TRUST_PROXY .* whole number/],
    [{ DATABASE_URL, TRUST_PROXY: 'true' }, /TRUST_PROXY .* whole number/],
    [{ DATABASE_URL, DATABASE_POOL_SIZE: 'many' }, /DATABASE_POOL_SIZE is “many”: .* whole number from 4 to 1000/],
    [{ DATABASE_URL, DATABASE_POOL_SIZE: '3' }, /DATABASE_POOL_SIZE .* 4 to 1000/],
    [{ DATABASE_URL, DATABASE_POOL_SIZE: '1001' }, /DATABASE_POOL_SIZE .* 4 to 1000/],
    [{ DATABASE_URL, SMTP_URL: 'mail.example:25' }, /SMTP_URL must be of the form/],
    [{ DATABASE_URL, SMTP_URL: 'https://mail.example' }, /SMTP_URL must be of the form/],
    [{ DATABASE_URL, SMTP_URL: 'smtp:mail' }, /SMTP_URL must be of the form/],
    [{ DATABASE_URL, SMTP_URL: 'secret' }, /^(?!.*secret).*SMTP_URL/],
    [{ DATABASE_URL, METRICS_TOKEN: 'fifteen-letters' }, /^(?!.*fifteen).*METRICS_TOKEN must be 16/],
    [{ DATABASE_URL, METRICS_TOKEN: 'with spaces in between' }, /METRICS_TOKEN/],
    [{ DATABASE_URL, LOG_LEVEL: '30' }, /LOG_LEVEL is “30”: it has to be fatal, error, warn, info, debug, trace/],
    [{ DATABASE_URL, LOG_FORMAT: 'JSON' }, /LOG_FORMAT is “JSON”: it has to be json, text/],
    [{ DATABASE_URL, WORKER: 'no' }, /WORKER is “no”: it has to be 1 \(yes\) or 0 \(no\)/],
    [{ DATABASE_URL, UI_DIST: '/no/such/folder' }, /UI_DIST is “\/no\/such\/folder”, where there is no index\.html/],
  ])('refuses %o', (env, message) => {
    expect(() => readConfig(env)).toThrow(message);
  });

  test('reports all problems at once, one per line', () => {
    const env = {
      DATABASE_URL: 'mysql://db?ssl=true',
      JWT_SECRET: 'short',
      PORT: 'http',
      WORKER: 'no',
      UI_DIST: '/none',
    };
    expect(() => readConfig(env)).toThrow(
      /^DATABASE_URL names.*\nDATABASE_URL has.*ssl.*\nJWT_SECRET.*\nUI_DIST.*\nPORT.*\nWORKER.*$/,
    );
  });

  test('derives the same secret from the same text and a random one without a text', () => {
    const secret = (text?: string) => readConfig({ DATABASE_URL, ...(text ? { JWT_SECRET: text } : {}) }).jwtSecret;
    expect(secret(JWT_SECRET).equals(secret(JWT_SECRET))).toBe(true);
    expect(secret().equals(secret())).toBe(false);
  });

  test('reads secrets from files', () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'gazetteer-secrets-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = (name: string, text: string) => {
      writeFileSync(path.join(folder, name), `${text}\n`);
      return { [`${name}_FILE`]: path.join(folder, name) };
    };
    const env = {
      ...file('DATABASE_URL', DATABASE_URL),
      ...file('JWT_SECRET', JWT_SECRET),
      ...file('SMTP_URL', 'smtp://mail'),
      ...file('METRICS_TOKEN', 'sixteen-letters!'),
      ...file('JWT_SECRET_ACCEPTED', 'y'.repeat(32)),
      ...file('SECRETS_KEY', `${'a'.repeat(32)}, ${JWT_SECRET}`),
    };
    const { jwtSecret, acceptedJwtSecret, ...config } = readConfig({ ...env, NODE_ENV: 'production' });
    expect(config.secretsKeys).toEqual(['a'.repeat(32), JWT_SECRET]);
    expect(config).toMatchObject({
      databaseUrl: DATABASE_URL,
      smtpUrl: 'smtp://mail',
      metricsToken: 'sixteen-letters!',
    });
    expect([jwtSecret, acceptedJwtSecret].map((key) => key?.export().toString())).toEqual([JWT_SECRET, 'y'.repeat(32)]);
  });

  test('does not validate responses in production', () => {
    expect(readConfig({ DATABASE_URL, JWT_SECRET, NODE_ENV: 'production' }).validatesResponses).toBe(false);
  });
});

test('a worker needs the database but no secret', () => {
  const env = { DATABASE_URL, NODE_ENV: 'production', MAIL_DIR: '/mail', CONSOLE_URL: '' };
  expect(readWorkerConfig(env)).toEqual({
    databaseUrl: DATABASE_URL,
    databasePoolSize: 10,
    secretsKeys: [],
    smtpUrl: undefined,
    mailFolder: '/mail',
    url: undefined,
    logLevel: 'info',
  });
  expect(readWorkerConfig({ ...env, CONSOLE_URL: 'http://here' }).url).toBe('http://here');
  const monitored = { ...env, METRICS_PORT: '9100', METRICS_TOKEN: 'sixteen-letters!', HOST: '0.0.0.0' };
  expect(readWorkerConfig(monitored).monitoring).toEqual({ host: '0.0.0.0', port: 9100, token: 'sixteen-letters!' });
  // without a port nothing listens, so the other two do not matter
  expect(readWorkerConfig({ ...env, HOST: 'a b', METRICS_TOKEN: 'short' }).monitoring).toBeUndefined();
  expect(() => readWorkerConfig({ ...monitored, METRICS_PORT: 'any' })).toThrow(/METRICS_PORT is “any”/);
  expect(() => readWorkerConfig({})).toThrow(/DATABASE_URL is missing/);
  expect(() => readWorkerConfig({ ...env, CONSOLE_URL: 'here' })).toThrow(/CONSOLE_URL is “here”/);
});

test.each([
  ['mysql://u:p%40ss@db:3307/name', { user: 'u', password: 'p@ss', host: 'db', port: 3307, database: 'name' }],
  ['mysql://u@db/name', { user: 'u', password: '', host: 'db', port: 3306, database: 'name' }],
  ['mysql://u@x/name?socketPath=%2Ftmp%2Fs', { user: 'u', password: '', socketPath: '/tmp/s', database: 'name' }],
])('parses %s into connection options', (url, connection) => {
  expect(connectionOptionsOf(url)).toEqual(connection);
});
