import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { measureStealShare } from '../bff/test/kit/cpu-steal.ts';
import { npmCommand } from '../db/launcher/command.mjs';
import { run } from './command.mjs';
import { failureLines, readReport } from './report.mjs';

const root = path.resolve(import.meta.dirname, '..');
const output = path.join(root, '.test-output');
const { values } = parseArgs({ options: { all: { type: 'boolean', default: false } } });
const startedAt = Date.now();
const withheld = measureStealShare();

/** Checks pass or fail as a whole; those that generate code run first. */
const first = [
  ['code for the bff', ['run', '-s', 'generate', '-w', 'bff']],
  ['code for the ui', ['run', '-s', 'generate', '-w', 'ui']],
];
const checks = [
  ['types of ui', ['run', '-s', 'tsc', '--', '-p', 'ui']],
  // all that knows no browser: rooms read one another's files, which are looked at once here
  ['types of all else', ['run', '-s', 'tsc', '--', '-p', '.ci']],
  ['build of the ui', ['run', '-s', 'build', '-w', 'ui']],
  ['format and lint', ['exec', '--', 'biome', 'check', '.']],
  ['regular expressions', ['exec', '--', 'tsx', '.ci/regexes.ts']],
  ['import rules', ['exec', '--', 'tsx', '.ci/import-rules.ts']],
  ['contract lint', ['run', '-s', 'lint', '-w', 'contract-tests']],
];

/** Suites count their own tests. They run in parallel, because several mostly wait for servers or responses. */
const contract = ['contract', 'contract-tests', []];
const small = [
  ['db', 'db', []],
  ...(values.all ? [['newcomer', 'ui', ['--project', 'newcomer']]] : []),
  ['ui machines and units', 'ui', ['--project', 'unit*']],
  ['ui components', 'ui', ['--project', 'components']],
  ['bench', 'bench', []],
];
/** These suites use all processors, so each runs alone. */
const alone = [
  ['bff', 'bff', []],
  ['journeys', 'ui', ['--project', 'journeys']],
];

async function timed(name, work) {
  console.log(`▶ ${name}`);
  const start = Date.now();
  const result = await work();
  console.log(
    `■ ${name}: ${result.failed === 0 ? 'passed' : 'FAILED'} in ${((Date.now() - start) / 1000).toFixed(1)} s`,
  );
  return { name, ...result };
}

const check = ([name, args]) =>
  timed(name, async () => {
    const { ok, said } = await run([...npmCommand(), ...args], root);
    return ok ? { passed: 1, failed: 0, failures: [] } : { passed: 0, failed: 1, failures: [{ said }] };
  });

const suite = ([name, room, args]) =>
  timed(name, async () => {
    const file = path.join(output, `${name.replaceAll(' ', '-')}.json`);
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
    const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');
    const cwd = path.join(root, room);
    const which = values.all ? [] : ['--tags-filter=!slow'];
    return readReport(file, cwd, await run([process.execPath, vitest, 'run', ...args, ...which, ...reporters], cwd));
  });

async function inTurn(perform, all) {
  const results = [];
  for (const one of all) results.push(await perform(one));
  return results;
}

const atOnce = async (...lanes) => (await Promise.all(lanes)).flat();

rmSync(output, { recursive: true, force: true });
mkdirSync(output, { recursive: true });
// All lanes take from one queue, so a lane that is free continues with what is left.
const rest = [...checks.map((one) => () => check(one)), ...small.map((one) => () => suite(one))].values();
const aside = () => inTurn((job) => job(), rest);
const besideContract = async () => [await suite(contract), ...(await aside())];
const results = [
  ...(await atOnce(...first.map(check))),
  ...(await atOnce(besideContract(), aside(), aside())),
  ...(await inTurn(suite, alone)),
];

const total = (kind) => results.reduce((sum, result) => sum + result[kind], 0);
const broken = results.filter(({ failed }) => failed > 0).map(({ name }) => name);
for (const line of failureLines(results)) console.log(line);
console.log(broken.length > 0 ? `\nFailed: ${broken.join(', ')}` : '\nEverything passed.');
const minutes = ((Date.now() - startedAt) / 60_000).toFixed(1);
console.log(
  `It took ${minutes} min; the host withheld ${Math.round(withheld() * 100)} % of the processor time asked for.`,
);
console.log(`${total('passed')} passed, ${total('failed')} failed`);
process.exitCode = broken.length > 0 ? 1 : 0;
