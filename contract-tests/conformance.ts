import { parseArgs } from 'node:util';
import { allCases } from './cases/all-cases.ts';
import { readContract } from './contract/contract.ts';
import { readAccounts } from './suite/accounts/accounts.ts';
import { formatReport } from './suite/report.ts';
import { runCase } from './suite/run-case.ts';
import { TestBackend } from './suite/test-backend.ts';

const usage = 'npm run conformance -- --url http://host:port/dc [--user role=name:password …] [--only operationId]';

const { values } = parseArgs({
  options: {
    url: { type: 'string' },
    user: { type: 'string', multiple: true, default: [] },
    only: { type: 'string' },
  },
});

async function main(url: string): Promise<boolean> {
  const contract = readContract();
  const accounts = readAccounts(values.user, process.env);
  const backend = new TestBackend(contract, { url: url.replace(/\/$/, ''), accounts });
  for (const role of Object.keys(accounts)) await backend.sessions.token(role);
  const results = [];
  for (const testCase of allCases(contract)) {
    if (values.only && testCase.operationId !== values.only) continue;
    results.push({ testCase: testCase, verdict: await runCase(backend, testCase) });
  }
  const { text, passed } = formatReport(results);
  console.log(text);
  await backend.close();
  return passed;
}

if (values.url === undefined) {
  console.error(usage);
  process.exitCode = 2;
} else {
  try {
    process.exitCode = (await main(values.url)) ? 0 : 1;
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? ` (${error.cause.message})` : '';
    console.error(`${error instanceof Error ? error.message : error}${cause}`);
    process.exitCode = 2;
  }
}
