import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { measureStealShare } from '../bff/test/kit/cpu-steal.ts';
import { npmCommand } from '../db/launcher/command.mjs';
import { run } from './command.mjs';
import { failureLines, readReport } from './report.mjs';

const root = path.resolve(import.meta.dirname, '..');
const outputFolder = path.join(root, '.test-output');
const { values } = parseArgs({ options: { all: { type: 'boolean', default: false } } });
const startTime = Date.now();
const stealShare = measureStealShare();

/** Checks pass or fail as a whole; those that generate code run first. */
const generators = [
  ['code for the bff', ['run', '-s', 'generate', '-w', 'bff']],
  ['code for the ui', ['run', '-s', 'generate', '-w', 'ui']],
];
const checks = [
  ['types of ui', ['run', '-s', 'tsc', '--', '-p', 'ui']],
  // One project for all other workspaces, because they import each other's files.
  ['types of all else', ['run', '-s', 'tsc', '--', '-p', '.ci']],
  ['build of the ui', ['run', '-s', 'build', '-w', 'ui']],
  ['format and lint', ['exec', '--', 'biome', 'check', '.']],
  ['regular expressions', ['exec', '--', 'tsx', '.ci/regexes.ts']],
  ['import rules', ['exec', '--', 'tsx', '.ci/import-rules.ts']],
  ['contract lint', ['run', '-s', 'lint', '-w', 'contract-tests']],
];

/** Suites count their own tests. These run concurrently, because they mostly wait for servers or responses. */
const contractSuite = ['contract on the bff', 'contract-tests', ['bff.test.ts']];
const concurrentSuites = [
  ['db', 'db', []],
  ['contract', 'contract-tests', ['--exclude', 'bff.test.ts']],
  ...(values.all ? [['newcomer', 'ui', ['--project', 'newcomer']]] : []),
  ['ui machines and units', 'ui', ['--project', 'unit*']],
  ['ui components', 'ui', ['--project', 'components*']],
  ['bench', 'bench', []],
];
/** These suites use all processors, so each runs alone. */
const exclusiveSuites = [
  ['bff', 'bff', []],
  ['journeys', 'ui', ['--project', 'journeys']],
];

async function runTimed(name, work) {
  console.log(`▶ ${name}`);
  const start = Date.now();
  const result = await work();
  console.log(
    `■ ${name}: ${result.failed === 0 ? 'passed' : 'FAILED'} in ${((Date.now() - start) / 1000).toFixed(1)} s`,
  );
  return { name, ...result };
}

const check = ([name, args]) =>
  runTimed(name, async () => {
    const { ok, outputLines } = await run([...npmCommand(), ...args], root);
    return ok ? { passed: 1, failed: 0, failures: [] } : { passed: 0, failed: 1, failures: [{ outputLines }] };
  });

const suite = ([name, workspace, args]) =>
  runTimed(name, async () => {
    const file = path.join(outputFolder, `${name.replaceAll(' ', '-')}.json`);
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
    const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');
    const cwd = path.join(root, workspace);
    const filterArgs = values.all ? [] : ['--tags-filter=!slow'];
    return readReport(
      file,
      cwd,
      await run([process.execPath, vitest, 'run', ...args, ...filterArgs, ...reporters], cwd),
    );
  });

async function runInSequence(perform, items) {
  const results = [];
  for (const item of items) results.push(await perform(item));
  return results;
}

const runConcurrently = async (...lanes) => (await Promise.all(lanes)).flat();

rmSync(outputFolder, { recursive: true, force: true });
mkdirSync(outputFolder, { recursive: true });
// All lanes take their jobs from one queue.
const jobs = [
  ...checks.map((item) => () => check(item)),
  ...concurrentSuites.map((item) => () => suite(item)),
].values();
const runLane = () => runInSequence((job) => job(), jobs);
const runContractLane = async () => [await suite(contractSuite), ...(await runLane())];
const results = [
  ...(await runConcurrently(...generators.map(check))),
  ...(await runConcurrently(runContractLane(), runLane(), runLane())),
  ...(await runInSequence(suite, exclusiveSuites)),
];

const total = (property) => results.reduce((sum, result) => sum + result[property], 0);
const failedNames = results.filter(({ failed }) => failed > 0).map(({ name }) => name);
for (const line of failureLines(results)) console.log(line);
console.log(failedNames.length > 0 ? `\nFailed: ${failedNames.join(', ')}` : '\nEverything passed.');
const minutes = ((Date.now() - startTime) / 60_000).toFixed(1);
console.log(
  `It took ${minutes} min; the host withheld ${Math.round(stealShare() * 100)} % of the processor time asked for.`,
);
console.log(`${total('passed')} passed, ${total('failed')} failed`);
process.exitCode = failedNames.length > 0 ? 1 : 0;
