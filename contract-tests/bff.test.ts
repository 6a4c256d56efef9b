import { afterAll, beforeAll, describe, expect, type TestContext, test } from 'vitest';
import { allCases, essentialCases } from './cases/all-cases.ts';
import { readContract } from './contract/contract.ts';
import { operationsOf } from './contract/operations.ts';
import { startBff } from './processes/bff.ts';
import { type Server, startValidatingProxy } from './processes/prism.ts';
import { accountsFrom } from './suite/accounts.ts';
import type { Case } from './suite/case.ts';
import { runCase } from './suite/run-case.ts';
import { World } from './suite/world.ts';

const contract = readContract();
const cases = allCases(contract);
const nameOf = ({ operationId, name }: Case) => `${operationId}: ${name}`;
const essential = new Set(essentialCases(contract).map(nameOf));
const running: Server[] = [];
let world: World | undefined;

beforeAll(async () => {
  const bff = await startBff();
  running.push(bff);
  const proxy = await startValidatingProxy(bff.url);
  running.push(proxy);
  const accounts = accountsFrom([], {});
  world = new World(contract, { direct: bff.url, checked: proxy.url, accounts, disposable: true, mail: bff.mail });
});

afterAll(async () => {
  try {
    await world?.close();
  } finally {
    for (const server of running.reverse()) await server.stop();
  }
});

async function verdictOf(it: Case, { skip }: TestContext): Promise<void> {
  if (!world) throw new Error('the backend does not run');
  const verdict = await runCase(world, it);
  if (verdict.outcome === 'skipped') skip(verdict.reason);
  if (verdict.outcome === 'failed') expect.fail(verdict.reason);
}

describe.each(operationsOf(contract))('$id', ({ id }) => {
  const own = cases.filter(({ operationId }) => operationId === id);
  test.for(own.filter((it) => essential.has(nameOf(it))))('$name', verdictOf);
  test.for(own.filter((it) => !essential.has(nameOf(it))))('$name', { tags: ['slow'] }, verdictOf);
});
