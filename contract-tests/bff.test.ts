import { afterAll, beforeAll, describe, expect, type TestContext, test } from 'vitest';
import { allCases, essentialCases } from './cases/all-cases.ts';
import { readContract } from './contract/contract.ts';
import { operationsOf } from './contract/operations.ts';
import { startBff } from './processes/bff.ts';
import { type Server, startValidatingProxy } from './processes/prism.ts';
import { accountsFrom } from './suite/accounts.ts';
import type { Case } from './suite/case.ts';
import { runCase } from './suite/run-case.ts';
import { TestBackend } from './suite/test-backend.ts';

const contract = readContract();
const cases = allCases(contract);
const nameOf = ({ operationId, name }: Case) => `${operationId}: ${name}`;
const essential = new Set(essentialCases(contract).map(nameOf));
const servers: Server[] = [];
let backend: TestBackend | undefined;

beforeAll(async () => {
  const bff = await startBff();
  servers.push(bff);
  const proxy = await startValidatingProxy(bff.url);
  servers.push(proxy);
  const accounts = accountsFrom([], {});
  backend = new TestBackend(contract, {
    direct: bff.url,
    checked: proxy.url,
    accounts,
    disposable: true,
    mail: bff.mail,
  });
});

afterAll(async () => {
  try {
    await backend?.close();
  } finally {
    for (const server of servers.reverse()) await server.stop();
  }
});

async function verdictOf(testCase: Case, { skip }: TestContext): Promise<void> {
  if (!backend) throw new Error('the backend does not run');
  const verdict = await runCase(backend, testCase);
  if (verdict.outcome === 'skipped') skip(verdict.reason);
  if (verdict.outcome === 'failed') expect.fail(verdict.reason);
}

describe.each(operationsOf(contract))('$id', ({ id }) => {
  const operationCases = cases.filter(({ operationId }) => operationId === id);
  test.for(operationCases.filter((testCase) => essential.has(nameOf(testCase))))('$name', verdictOf);
  test.for(operationCases.filter((testCase) => !essential.has(nameOf(testCase))))(
    '$name',
    { tags: ['slow'] },
    verdictOf,
  );
});
