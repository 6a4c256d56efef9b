import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const names = ['chromium-headless-shell', 'chromium', 'google-chrome', 'chrome'];
const aptName = 'chromium-headless-shell';
/** Where the package puts its program, below the folder it is unpacked to. */
const unpackedProgram = 'usr/lib/chromium/chromium-headless-shell';
const launcher = 'chromium-headless-shell';

/** Kept with the project, beside the database server's own unpacked packages. */
const cache = path.resolve(import.meta.dirname, '../..', process.env.DATA_DIR || '.data', 'chromium');

const isRoot = process.getuid?.() === 0;

const quiet = { phase() {}, done() {} };

/**
 * The path of the Chromium to test with: CHROMIUM_PATH, one on PATH, one unpacked before, or else one installed now.
 * @param {import('./find-chromium.d.mts').Step} [step]
 * @returns {Promise<string>}
 */
export async function findChromium(step = quiet) {
  const wanted = process.env.CHROMIUM_PATH;
  if (wanted && !isProgram(wanted)) throw new Error(`CHROMIUM_PATH is “${wanted}”, where there is no program to run.`);
  const found = wanted || present() || install(step);
  step.done(found);
  return found;
}

function present() {
  return names.map(onSearchPath).find((found) => found !== undefined) ?? unpacked();
}

/** @param {string} name */
function onSearchPath(name) {
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter(Boolean);
  return folders.map((folder) => path.join(folder, name)).find(isProgram);
}

/** @param {string} file */
function isProgram(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function unpacked() {
  const program = path.join(cache, launcher);
  return isProgram(program) ? program : undefined;
}

/** @param {import('./find-chromium.d.mts').Step} step */
function install(step) {
  if (!succeeds('apt-get', '--version')) throw new Error(`No Chromium was found.\n${instructions}`);
  try {
    if (isRoot) byApt([], step);
    else if (succeeds('sudo', '-n', 'true')) byApt(['sudo', '-n'], step);
    else unpack(step);
  } catch (error) {
    throw new Error(
      `Chromium could not be installed.\n${error instanceof Error ? error.message : error}\n${instructions}`,
    );
  }
  const found = present();
  if (!found) throw new Error(`apt installed ${aptName}, but there is no program of that name.\n${instructions}`);
  return found;
}

/** @param {string[]} prefix @param {import('./find-chromium.d.mts').Step} step */
function byApt(prefix, step) {
  step.phase('installing Chromium with apt');
  const apt = [...prefix, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-q', '-o', 'DPkg::Lock::Timeout=120'];
  run([...apt, 'update']);
  run([...apt, 'install', '-y', '--no-install-recommends', aptName]);
}

/**
 * Without root: the package and what it needs that this system lacks, fetched with lists and cache of our own.
 * @param {import('./find-chromium.d.mts').Step} step
 */
function unpack(step) {
  step.phase('fetching Chromium with apt, without root');
  const draft = `${cache}.new`;
  const debs = path.join(draft, 'debs');
  rmSync(draft, { recursive: true, force: true });
  for (const folder of ['debs', 'apt/state/lists/partial', 'apt/cache/archives/partial']) {
    mkdirSync(path.join(draft, folder), { recursive: true });
  }
  const settings = [
    `Dir::State=${path.join(draft, 'apt/state')}`,
    'Dir::State::status=/var/lib/dpkg/status',
    `Dir::Cache=${path.join(draft, 'apt/cache')}`,
    'Debug::NoLocking=1',
  ].flatMap((setting) => ['-o', setting]);
  run(['apt-get', ...settings, '-q', 'update']);
  const plan = run(['apt-get', ...settings, '--simulate', '--no-install-recommends', 'install', aptName]);
  const planned = [...plan.matchAll(/^Inst (\S+)/gm)].map(([, name = '']) => name);
  run(['apt-get', ...settings, '-q', 'download', ...new Set([aptName, ...planned])], debs);
  step.phase('unpacking it');
  for (const deb of readdirSync(debs)) run(['dpkg', '-x', path.join(debs, deb), draft]);
  for (const folder of ['debs', 'apt']) rmSync(path.join(draft, folder), { recursive: true });
  writeFileSync(path.join(draft, launcher), launcherScript(draft), { mode: 0o755 });
  rmSync(cache, { recursive: true, force: true });
  renameSync(draft, cache);
}

/** Starts the unpacked program with its own libraries; it may be moved with its folder. @param {string} home */
function launcherScript(home) {
  const roots = ['usr/lib', 'lib'].filter((each) => existsSync(path.join(home, each)));
  const named = (/** @type {string} */ each) => readdirSync(path.join(home, each)).map((name) => path.join(each, name));
  const libraries = roots.flatMap((each) => [each, ...named(each).filter((name) => name.endsWith('-linux-gnu'))]);
  return [
    '#!/bin/sh',
    'home=$(dirname "$0")',
    `export LD_LIBRARY_PATH="${libraries.map((each) => `$home/${each}`).join(':')}\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"`,
    `exec "$home/${unpackedProgram}" "$@"`,
    '',
  ].join('\n');
}

/** @param {string} command @param {string[]} args */
const succeeds = (command, ...args) => spawnSync(command, args, { stdio: 'ignore' }).status === 0;

/** @param {string[]} line @param {string} [cwd] */
function run([command = '', ...args], cwd = '.') {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8', maxBuffer: 2 ** 26 });
  if (status === 0) return stdout;
  throw new Error(`${[command, ...args].join(' ')}\n${`${stdout}${stderr}`.split('\n').slice(-20).join('\n')}`);
}

const instructions = [
  'Do one of these, then try again:',
  '  Debian           sudo apt-get install chromium-headless-shell',
  '  Fedora, RHEL     sudo dnf install chromium-headless',
  '  macOS            brew install --cask chromium',
  '  elsewhere        put chromium or google-chrome on PATH, or set CHROMIUM_PATH to the program',
].join('\n');
