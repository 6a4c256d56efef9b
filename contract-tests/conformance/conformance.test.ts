import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readContract } from '../contract/contract.ts';
import type { RunningServer } from '../processes/prism.ts';
import { startCountryBackend } from './country-backend.ts';
import { main } from './main.ts';
import type { RunReport } from './run-report.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'conformance-'));
let backend: RunningServer;

beforeAll(async () => {
  backend = await startCountryBackend(readContract());
});

afterAll(async () => {
  await backend.stop();
  rmSync(folder, { recursive: true });
});

/** Runs the tool in this process. */
async function run(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const texts = { out: '', err: '' };
  const collect = (name: 'out' | 'err') => ({
    write: (text: string | Uint8Array) => {
      texts[name] += String(text);
      return true;
    },
    isTTY: false,
    columns: 80,
  });
  const code = await main(args, {}, { out: collect('out'), err: collect('err') });
  return { code, ...texts };
}

async function serve(contentType: string, body: string): Promise<{ url: string; server: Server }> {
  const server = createServer((_, response) => response.writeHead(200, { 'content-type': contentType }).end(body));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }; // Cast: a TCP server's address is never a string.
}

describe('on a backend that implements some operations of countries and is wrong in two ways', () => {
  const files = {
    json: path.join(folder, 'run.json'),
    junit: path.join(folder, 'run.xml'),
    html: path.join(folder, 'board.html'),
  };
  let result: { code: number; out: string; err: string };
  let report: RunReport;

  beforeAll(async () => {
    const selection = ['createCountry', 'getCountr*', 'listCities', 'getUser'].flatMap((id) => ['--only', id]);
    const reports = Object.entries(files).flatMap(([name, file]) => [`--${name}`, file]);
    result = await run('--url', backend.url, ...selection, ...reports);
    report = JSON.parse(readFileSync(files.json, 'utf8'));
  });

  test('names both faults, with the passage of the contract and a command that repeats the request', () => {
    const failures = report.cases.filter(({ verdict }) => verdict === 'failed');
    expect(failures.map(({ operationId, name }) => `${operationId}: ${name}`)).toEqual([
      'createCountry: folds code to upper case',
      'createCountry: folds alpha3Code to upper case',
      'getCountry: says who has rejected it, when and why, until it is submitted again',
      'getCountry: returns the version as ETag',
    ]);
    const [create, , , get] = failures.map(({ failure }) => failure);
    expect(create?.exchanges[0]).toMatchObject({ method: 'POST', caller: 'editor', response: { status: 201 } });
    expect(create?.passages[0]).toMatchObject({
      pointer: '#/paths/~1api~1v1~1countries/post/responses/201',
      line: expect.any(Number),
    });
    expect(get?.curl).toMatch(/^\(\nANSWER=\$\(curl[\s\S]*\nID=\$\(printf %s "\$ANSWER" \| jq/);
    expect(get?.curl).toMatch(/"\$URL\/api\/v1\/countries\/\$ID"[\s\S]*Bearer \$VIEWER_TOKEN/);
    expect(get?.curl).toMatch(
      /gave no ID, .*: \$ANSWER"; exit 1[\s\S]*-X DELETE "\$URL\/api\/v1\/countries\/\$ID".*\n\)$/,
    );
    expect(result.code).toBe(1);
    expect(result.out).toMatch(/^\d+ passed, 4 failed, \d+ not tried, \d+ not implemented$/m);
    expect(result.out).toMatch(/But (.*: )?expected "[A-Z]{2}", got "[a-z]{2}"/);
  });

  test('calls what is missing not implemented', () => {
    const verdicts = report.operations.map(({ id, verdict }) => [id, verdict]);
    expect(Object.fromEntries(verdicts)).toEqual({
      createCountry: 'fails',
      getCountry: 'fails',
      getCountryHistory: 'not implemented',
      getCountryReferences: 'not implemented',
      getCountryProposal: 'not implemented',
      listCities: 'not implemented',
      getUser: 'not implemented',
    });
    expect(report.totals.cases['not implemented']).toBeGreaterThan(20);
  });

  test('does not print passwords or tokens', () => {
    const texts = [result.out, ...Object.values(files).map((file) => readFileSync(file, 'utf8'))];
    for (const text of texts) expect(text).not.toMatch(/gazetteer-demo|token-of-/);
  });

  test('writes JUnit XML with the same numbers', () => {
    const xml = readFileSync(files.junit, 'utf8');
    expect(xml).toContain(`tests="${report.cases.length}" failures="4"`);
    expect(xml.match(/<testcase /g)).toHaveLength(report.cases.length);
    expect(xml).toContain('name="marks the record as the author’s own work"');
  });

  test('writes a board that needs nothing else, in both languages', () => {
    const page = readFileSync(files.html, 'utf8');
    expect(page).not.toMatch(/(src|href)="(?!#)|url\(|@import/);
    expect(page).toContain('<span class="zh" lang="zh-CN">不符合</span><span class="en" lang="en">Fails</span>');
    expect(page).toContain('<details class="operation" id="getCountry">');
    expect(page).toContain('&#34;code&#34;: &#34;qm&#34;');
  });

  test('leaves nothing behind', async () => {
    const response = await fetch(`${backend.url}/api/v1/countries`, {
      headers: { authorization: 'Bearer token-of-viewer' },
    });
    expect(await response.json()).toMatchObject({ data: { total: 0 } });
    expect(report.leftBehind).toEqual([]);
  });
});

test('a case that needs an operation that is missing is not tried', async () => {
  const { out, code } = await run('--url', backend.url, '--only', 'deleteCountry', '--case', 'record');
  expect(out).toMatch(/it needs \w+, which is not implemented/);
  expect(code).toBe(1);
});

test('each case whose shared preparation needs an operation that is missing is not tried', async () => {
  const args = ['--url', backend.url, '--only', 'listCountries', '--case', 'lists exactly what matches'];
  const { out, code } = await run(...args);
  expect(out).toMatch(/^- \d{2,} cases: it needs updateCountry, which is not implemented$/m);
  expect(out).toMatch(/^0 passed, 0 failed, \d+ not tried$/m);
  expect(code).toBe(0);
});

test('prints nothing but the report on the standard output with --json -', async () => {
  const args = ['--url', backend.url, '--only', 'createCountry', '--case', 'folds code to upper case'];
  const report: RunReport = JSON.parse((await run(...args, '--json', '-')).out);
  expect(report.cases[0]?.reason).toMatch(/expected "[A-Z]{2}", got "[a-z]{2}"/);
});

test('says which operations of other tags the cases of a tag use', async () => {
  const { out } = await run('--list', '--tag', 'cabin');
  expect(out).toMatch(/^To test cabin you also need: login, listAirlines; optional, .*: createAirline, .*createRole/m);
  const needs = (await run('--list', '--tag', 'airline')).out;
  expect(needs).toMatch(/optional, .*\blistDataLogs\b/);
  expect(needs).toMatch(/optional, .*\bgetBulkChange\b.*; for those of references: .* of cabin, protocol$/m);
});

test('says what the selected cases create', async () => {
  const firstLine = async (...args: string[]) => (await run('--url', backend.url, ...args)).err.split('\n')[0];
  expect(await firstLine('--only', 'getCountry', '--case', 'ETag')).toContain('It creates records, and deletes them');
  expect(await firstLine('--only', 'getAuthOptions')).toContain('What it creates, it deletes at the end;');
});

test('picks one case of each rule within the selection with --quick', async () => {
  const countOf = async (...args: string[]) => Number(/(\d+) cases$/m.exec((await run('--list', ...args)).out)?.[1]);
  const cabin = ['--tag', 'cabin'];
  expect(await countOf(...cabin, '--quick')).toBeGreaterThan(0.5 * (await countOf(...cabin)));
  expect(await countOf('--only', 'deleteCabin', '--only', 'deleteAirline', '--quick')).toBeLessThan(
    (await countOf('--only', 'deleteCabin')) + 5,
  );
});

test('says that another run on the backend has records, where it sees any', async () => {
  const call = async (method: string, path: string, body?: object) => {
    const headers = { authorization: 'Bearer token-of-admin', 'content-type': 'application/json' };
    const response = await fetch(`${backend.url}/api/v1/countries${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    return Object(await response.json()).data.record?.id;
  };
  const args = ['--url', backend.url, '--only', 'getCountry', '--case', 'unknown id'];
  const ids = [
    await call('POST', '', { code: 'QY', name: 'Sample QY' }),
    await call('POST', '', { code: 'QX', name: 'Sample Town' }),
  ];
  const { out, err } = await run(...args);
  for (const id of ids) await call('DELETE', `/${id}`);
  const sentence = `Another run on this backend has disturbed this one, or was stopped shortly before: it has country Sample QY (id ${ids[0]}).`;
  expect(err).toContain(sentence);
  expect(out).toContain(sentence);
  expect((await run(...args)).out).not.toContain('Another run');
});

test('prints the contract as JSON', async () => {
  expect(JSON.parse((await run('--contract')).out).openapi).toBe('3.1.0');
});

test('a case whose account lacks the permission is not tried', async () => {
  const args = ['--url', backend.url, '--only', 'createCountry', '--case', 'creates a pending record'];
  const { out, code } = await run(...args, '--user', 'editor=viewer:gazetteer-demo');
  // This backend gives both roles the same token.
  expect(out).toMatch(/1 case: the account of the role \w+ has no permission country:create/);
  expect(code).toBe(0);
});

test('counts missing operations as failures with --complete, and compares runs', async () => {
  const [history, board] = [path.join(folder, 'runs'), path.join(folder, 'second.html')];
  const args = ['--url', backend.url, '--only', 'listCities', '--case', 'unknown parameter', '--history', history];
  expect((await run(...args)).code).toBe(0);
  const [junit, json] = [path.join(folder, 'complete.xml'), path.join(folder, 'complete.json')];
  const reports = ['--html', board, '--junit', junit, '--json', json];
  const { code, out, err } = await run(...args, '--complete', ...reports);
  expect(code).toBe(1);
  expect(out).toContain('It fails because of --complete: 1 operation is not implemented.');
  expect(out).toMatch(/^0 passed, 1 failed, 0 not tried$/m);
  expect(err).toMatch(/^✗ city +1 failed$/m);
  const report: RunReport = JSON.parse(readFileSync(json, 'utf8'));
  expect(report.operations.map(({ verdict }) => verdict)).toEqual(['fails']);
  expect(readFileSync(junit, 'utf8')).toContain('tests="1" failures="1"');
  expect(readFileSync(board, 'utf8')).toContain('Since the run before: 0 newly failing, 0 mended.');
});

describe('ends with one sentence', () => {
  const expectSentence = async (args: string[], sentence: RegExp) => {
    const { code, out, err } = await run(...args);
    expect(err.trim()).toMatch(sentence);
    expect(err.trim().split('\n')).toHaveLength(1);
    expect([code, out]).toEqual([2, '']);
  };

  test('if nothing listens', async () => {
    const { url, server } = await serve('text/plain', '');
    await new Promise((resolve) => server.close(resolve));
    await expectSentence(['--url', `${url}/dc`], /No backend answers at .*: nothing listens there\./);
  });

  test('if the URL lacks the base path', () =>
    expectSentence(['--url', backend.url.replace(/\/dc$/, '')], /The URL lacks the base path: .* Pass --url .*\/dc\./));

  test('if the answer is a page', async () => {
    const { url, server } = await serve('text/html', '<!doctype html><title>Console</title>');
    await expectSentence(['--url', `${url}/dc`], /is not answered with JSON.*200 with text\/html: <!doctype html>/);
    server.close();
  });

  test('if the answer is other JSON', async () => {
    const { url, server } = await serve('application/json', '{"ok":true}');
    await expectSentence(['--url', `${url}/dc`], /without the envelope \{code, message, data\}/);
    server.close();
  });

  test('if an account is wrong', async () => {
    const users = path.join(folder, 'users.txt');
    writeFileSync(users, '# accounts\nadmin=admin:secret\nviewer=nobody:secret\n');
    await expectSentence(
      ['--url', backend.url, '--users', users],
      /The account nobody of the role viewer cannot sign in \(422 invalidCredentials/,
    );
  });

  test('if the URL has the path that the tool adds', () =>
    expectSentence(['--url', `${backend.url}/api/v1/`], /^Leave out \/api\/v1, .*: --url http:\S+\/dc\.$/));

  test('if the port speaks http, not https', () =>
    expectSentence(['--url', backend.url.replace('http:', 'https:')], /it speaks http, not https, at that port/));

  test('if the request is redirected', async () => {
    const server = createServer(({ url }, response) =>
      response.writeHead(308, { location: `https://example.org/gazetteer${url}` }).end(),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo; // Cast: a TCP server's address is never a string.
    const sentence = /is redirected \(308\) to .* Pass --url https:\/\/example\.org\/gazetteer\/dc\.$/;
    await expectSentence(['--url', `http://127.0.0.1:${port}/dc`], sentence);
    server.close();
  });

  test('if the reviewer is the editor', () =>
    expectSentence(
      ['--url', backend.url, '--user', 'reviewer=editor:gazetteer-demo'],
      /editor and reviewer have the same account editor/,
    ));

  test('if a report cannot be written', async () => {
    const file = path.join(folder, 'a-file');
    writeFileSync(file, '');
    for (const [option, target] of [
      ['--html', path.join(file, 'board.html')],
      ['--history', file],
      ['--json', folder],
      ['--json', '/proc/no-such-folder/run.json'],
    ] as const)
      await expectSentence(
        ['--url', backend.url, option, target],
        /cannot be written: (a file is in the way|it is a folder|no folder can be created there|writing there is not allowed|the file system is read-only)\.$/,
      );
  });

  test('if two reports are to go to the standard output', () =>
    expectSentence(['--url', backend.url, '--json', '-', '--junit', '-'], /Only one report/));

  test('if nothing is selected', () =>
    expectSentence(
      ['--url', backend.url, '--only', 'listCountrys'],
      /no operation listCountrys; did you mean [\w, ]+\?$/,
    ));

  test('if a tag is unknown', () =>
    expectSentence(['--url', backend.url, '--tag', 'airlines'], /no tag airlines; did you mean airline\? Its tags: /));

  test('if an option is unknown', () =>
    expectSentence(['--url', backend.url, '--json-file', 'x'], /Unknown option '--json-file'/));
});

test('deletes what it created when it is interrupted', async () => {
  const args = ['--import', 'tsx', 'conformance.ts', '--url', backend.url, '--tag', 'country'];
  const child = spawn(process.execPath, args, { cwd: path.resolve(import.meta.dirname, '..') });
  const texts = { out: '', err: '' };
  child.stdout.on('data', (chunk) => {
    texts.out += String(chunk);
  });
  child.stderr.on('data', (chunk) => {
    texts.err += String(chunk);
    if (String(chunk).startsWith('Testing')) child.kill('SIGINT');
  });
  const [code] = await once(child, 'close');
  expect(code).toBe(130);
  expect(texts.err).toContain('Everything that the run created is deleted.');
  expect(texts.out).toMatch(/^The run is incomplete: it was interrupted, after \d+ of [\d,]+ cases\.$/m);
  expect(texts.out).toMatch(/^Operations \(--tag country\): 0 conform[,.]/m);
});
