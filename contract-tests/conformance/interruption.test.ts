import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { readContract } from '../contract/contract.ts';
import type { Operation } from '../contract/operations.ts';
import type { RunningServer } from '../processes/prism.ts';
import { readAccounts } from '../suite/accounts/accounts.ts';
import type { Case } from '../suite/case.ts';
import { TestBackend } from '../suite/test-backend.ts';
import { startCountryBackend } from './country-backend.ts';
import { Interruption } from './interruption.ts';
import { Progress } from './progress.ts';
import { type CaseResult, runCases } from './run-cases.ts';

const contract = readContract();
let server: RunningServer;
let text = '';
const stream = {
  write: (part: string | Uint8Array) => {
    text += String(part);
    return true;
  },
  isTTY: false,
  columns: 80,
};

beforeAll(async () => {
  server = await startCountryBackend(contract);
});

afterAll(() => server.stop());

afterEach(() => {
  text = '';
  vi.restoreAllMocks();
});

/** Does what Ctrl-C does, to the tool alone. @throws if that ends the process */
const pressCtrlC = () => process.listeners('SIGINT').at(-1)?.('SIGINT');

function throwOnExit(): void {
  vi.spyOn(process, 'exit').mockImplementation((code) => {
    throw new Error(`it exits with ${code}`);
  });
}

test('says that nothing was created if it is interrupted before the first case', () => {
  throwOnExit();
  const interruption = new Interruption(stream);
  expect(pressCtrlC).toThrow('it exits with 130');
  interruption.close();
  expect(text).toBe('Interrupted before the first case. Nothing was created.\n');
});

test('a second interrupt ends at once and lists what is left behind', () => {
  throwOnExit();
  const interruption = new Interruption(stream);
  const said: string[] = [];
  interruption.runStarts(
    (line) => said.push(line),
    () => new Set(['country QM (id 7)', 'role (id 3)']),
  );
  pressCtrlC();
  expect(interruption.signal.aborted).toBe(true);
  expect(pressCtrlC).toThrow('it exits with 130');
  interruption.close();
  expect(said.at(-1)).toBe('Ended at once. Left behind: country QM (id 7), role (id 3), and open sessions.');
});

test('ends a case that never ends, deletes what it created, and does not say that its operation conforms', async () => {
  const backend = new TestBackend(contract, { url: server.url, accounts: readAccounts([], {}) });
  const [interrupted, graceEnded] = [new AbortController(), new AbortController()];
  let start = () => {};
  const started = new Promise<void>((resolve) => {
    start = resolve;
  });
  const base = { operationId: 'listCountries', needs: { role: 'viewer' }, request: () => ({}) };
  const endless: Case = {
    ...base,
    name: 'reads the same page for ever',
    expect: {
      status: 200,
      check: async () => {
        start();
        for (;;) await backend.call(backend.operation('listCountries'), 'viewer', {});
      },
    },
  };
  const cases = [{ ...base, name: 'lists', expect: { status: 200 } }, endless, { ...endless, name: 'is never run' }];
  // what this backend answers is no whole answer
  Object.assign(backend, { verify: () => undefined });
  const running = runCases(backend, cases, new Progress(stream, 3, { isComplete: false }), {
    signal: interrupted.signal,
    stopSignal: graceEnded.signal,
  });
  await started;
  interrupted.abort();
  graceEnded.abort();
  const { results, interruption, unfinishedOperation } = await running;
  expect(results.map(({ verdict }) => verdict)).toEqual(['passed', 'not tried']);
  expect(results[1]?.reason).toMatch(
    /^it had not ended when it was interrupted; its last request was GET http.*countries/,
  );
  expect([interruption, unfinishedOperation]).toEqual(['it was interrupted, after 2 of 3 cases', 'listCountries']);
});

test('says how far it is now and then where it is no terminal', () => {
  let now = 0;
  const progress = new Progress(stream, 4, { isComplete: false, now: () => now });
  const testCase = { operationId: 'getCountry', name: 'returns it' } as Case; // Cast: nothing else is read.
  for (now of [0, 14_000, 15_000, 29_000]) progress.caseStarts(testCase);
  expect(text).toBe('  3/4  getCountry: returns it\n');
});

test('names the first failed cases of an operation as soon as it has ended', () => {
  const progress = new Progress(stream, 5, { isComplete: false });
  // Casts: nothing else of the operation and its cases is read.
  const operation = { id: 'getCountry', tag: 'country' } as Operation;
  const failure = (name: string) =>
    ({ testCase: { operationId: 'getCountry', name }, verdict: 'failed' }) as CaseResult;
  progress.operationEnds(operation, ['first', 'second', 'third', 'fourth', 'fifth'].map(failure));
  expect(text).toBe(
    '  failed: getCountry: first\n  failed: getCountry: second\n  failed: getCountry: third\n  … and 2 more of getCountry\n',
  );
});
