import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allCases } from './cases/all-cases.ts';
import { readContract } from './contract/contract.ts';
import { operationsOf } from './contract/operations.ts';
import { startBff } from './processes/bff.ts';
import { type Server, startValidatingProxy } from './processes/prism.ts';
import { accountsFrom } from './suite/accounts.ts';
import { runCase } from './suite/run-case.ts';
import { World } from './suite/world.ts';

const contract = readContract();
const cases = allCases(contract);
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

describe.each(operationsOf(contract))('$id', ({ id }) => {
  test.for(cases.filter(({ operationId }) => operationId === id))('$name', async (it, { skip }) => {
    if (!world) throw new Error('the backend does not run');
    const verdict = await runCase(world, it);
    if (verdict.outcome === 'skipped') skip(verdict.reason);
    if (verdict.outcome === 'failed') expect.fail(verdict.reason);
  });
});
