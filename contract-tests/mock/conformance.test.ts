import { afterAll, beforeAll, expect, type TestContext, test } from 'vitest';
import { allCases, essentialCases } from '../cases/all-cases.ts';
import { readContract } from '../contract/contract.ts';
import { readAccounts } from '../suite/accounts/accounts.ts';
import type { Case } from '../suite/case.ts';
import { runCase } from '../suite/run-case.ts';
import { TestBackend } from '../suite/test-backend.ts';
import { isLeftOut, unusedEntries } from './left-out-cases.ts';
import { startStatefulMock } from './server.ts';
import { createState } from './state.ts';

const contract = readContract();
const remembered = new Set(createState(contract).remembered);
const isRemembered = ({ operationId }: Case) => remembered.has(operationId);
const cases = allCases(contract).filter(isRemembered);
const passing = cases.filter((testCase) => !isLeftOut(testCase));
const nameOf = ({ operationId, name }: Case) => `${operationId}: ${name}`;

/** `npm test` runs what countries, sessions, views and users can do; other kinds and malformed requests run with `--all`. */
const quickOperations =
  /Countr|View|login|logout|Profile|Preferences|listSessions|Users?$|listReviews|getWorklist|DataLogs$/;
const essentialNames = new Set(essentialCases(contract).map(nameOf));
const quickNames = new Set(
  cases
    .filter(({ breaksContract, operationId }) => !breaksContract && quickOperations.test(operationId))
    .filter(
      (testCase) => testCase.entity?.tag === 'country' || (!testCase.entity && essentialNames.has(nameOf(testCase))),
    )
    .map(nameOf),
);

let server: Awaited<ReturnType<typeof startStatefulMock>>;
let backend: TestBackend;

beforeAll(async () => {
  server = await startStatefulMock();
  backend = new TestBackend(contract, { url: server.url, accounts: readAccounts([], {}), disposable: true });
});

afterAll(async () => {
  await backend.close();
  await server.stop();
});

async function runAndReport(testCase: Case, { skip }: TestContext): Promise<void> {
  const verdict = await runCase(backend, testCase);
  if (verdict.outcome === 'skipped') skip(verdict.reason);
  if (verdict.outcome === 'failed') expect.fail(verdict.reason);
}

const named = (selected: Case[]) => selected.map((testCase) => [nameOf(testCase), testCase] as const);

test.for(named(passing.filter((testCase) => quickNames.has(nameOf(testCase)))))('%s', ([, testCase], context) =>
  runAndReport(testCase, context));

test.for(named(passing.filter((testCase) => !quickNames.has(nameOf(testCase)))))(
  '%s',
  { tags: ['slow'] },
  ([, testCase], context) => runAndReport(testCase, context),
);

test('every case that the mock is spared exists', () => {
  expect(unusedEntries(allCases(contract))).toEqual([]);
});
