import { afterAll, beforeAll, describe, expect, type TestContext, test } from 'vitest';
import { allCases, essentialCases } from './cases/all-cases.ts';
import { main } from './conformance/main.ts';
import { readContract } from './contract/contract.ts';
import { operationsOf } from './contract/operations.ts';
import { startBff } from './processes/bff.ts';
import { type RunningServer, startValidatingProxy } from './processes/prism.ts';
import { readAccounts } from './suite/accounts/accounts.ts';
import type { Case } from './suite/case.ts';
import { Receiver } from './suite/features/receiver.ts';
import { runCase } from './suite/run-case.ts';
import { TestBackend } from './suite/test-backend.ts';

const contract = readContract();
const cases = allCases(contract);
const caseName = ({ operationId, name }: Case) => `${operationId}: ${name}`;
const essentialNames = new Set(essentialCases(contract).map(caseName));
const servers: RunningServer[] = [];
let backend: TestBackend | undefined;

beforeAll(async () => {
  const bff = await startBff();
  servers.push(bff);
  const proxy = await startValidatingProxy(bff.url);
  servers.push(proxy);
  const receiver = await Receiver.listen('http://127.0.0.1:0');
  servers.push({ url: bff.url, stop: () => receiver.close() });
  const accounts = readAccounts([], {});
  backend = new TestBackend(contract, {
    url: bff.url,
    proxyUrl: proxy.url,
    accounts,
    disposable: true,
    mailFolder: bff.mailFolder,
    receiver,
  });
});

afterAll(async () => {
  try {
    await backend?.close();
  } finally {
    for (const server of servers.reverse()) await server.stop();
  }
});

async function runAndReport(testCase: Case, { skip }: TestContext): Promise<void> {
  if (!backend) throw new Error('the backend is not running');
  const verdict = await runCase(backend, testCase);
  if (verdict.outcome === 'skipped') skip(verdict.reason);
  if (verdict.outcome === 'failed') expect.fail(verdict.reason);
}

test('the conformance tool says the same of a few operations', async () => {
  const texts: string[] = [];
  const collect = { write: (text: string | Uint8Array) => texts.push(String(text)) > 0, isTTY: false, columns: 80 };
  const selection = ['getProfile', 'getCountryHistory', 'testSubscriber', 'applyImport'].flatMap((id) => [
    '--only',
    id,
  ]);
  const args = ['--url', backend?.address.url ?? '', ...selection];
  expect(await main(args, {}, { out: collect, err: collect }), texts.join('')).toBe(0);
  expect(texts.join('')).toMatch(/^Operations .*: 4 conform\./m);
  expect(texts.join('')).not.toContain('Another run');
});

describe.each(operationsOf(contract))('$id', ({ id }) => {
  const operationCases = cases.filter(({ operationId }) => operationId === id);
  test.for(operationCases.filter((testCase) => essentialNames.has(caseName(testCase))))('$name', runAndReport);
  test.for(operationCases.filter((testCase) => !essentialNames.has(caseName(testCase))))(
    '$name',
    { tags: ['slow'] },
    runAndReport,
  );
});
