import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const programNames = ['chromium-headless-shell', 'chromium', 'google-chrome', 'chrome'];
const aptPackage = 'chromium-headless-shell';
/** The path of the program below the folder that the package is unpacked to. */
const unpackedProgram = 'usr/lib/chromium/chromium-headless-shell';
const launcherName = 'chromium-headless-shell';

/** Stored in the project's data folder, beside the unpacked database server. */
const cacheFolder = path.resolve(import.meta.dirname, '../..', process.env.DATA_DIR || '.data', 'chromium');

const isRoot = process.getuid?.() === 0;

const silentProgress = { phase() {}, done() {} };

/**
 * Returns the path of Chromium: CHROMIUM_PATH, one on PATH, one unpacked before, or one that is installed now.
 * @param {import('./find-chromium.d.mts').Progress} [progress]
 * @returns {Promise<string>}
 */
export async function findChromium(progress = silentProgress) {
  const configuredPath = process.env.CHROMIUM_PATH;
  if (configuredPath && !isProgram(configuredPath))
    throw new Error(`CHROMIUM_PATH is “${configuredPath}”, which is not an executable file.`);
  const program = configuredPath || findInstalled() || install(progress);
  progress.done(program);
  return program;
}

function findInstalled() {
  return programNames.map(onSearchPath).find((program) => program !== undefined) ?? findUnpacked();
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

function findUnpacked() {
  const program = path.join(cacheFolder, launcherName);
  return isProgram(program) ? program : undefined;
}

/** @param {import('./find-chromium.d.mts').Progress} progress */
function install(progress) {
  if (!commandSucceeds('apt-get', '--version')) throw new Error(`No Chromium was found.\n${instructions}`);
  try {
    if (isRoot) installWithApt([], progress);
    else if (commandSucceeds('sudo', '-n', 'true')) installWithApt(['sudo', '-n'], progress);
    else unpackWithoutRoot(progress);
  } catch (error) {
    throw new Error(
      `Chromium could not be installed.\n${error instanceof Error ? error.message : error}\n${instructions}`,
    );
  }
  const program = findInstalled();
  if (!program) throw new Error(`apt installed ${aptPackage}, but there is no program of that name.\n${instructions}`);
  return program;
}

/** @param {string[]} prefix @param {import('./find-chromium.d.mts').Progress} progress */
function installWithApt(prefix, progress) {
  progress.phase('installing Chromium with apt');
  const apt = [...prefix, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-q', '-o', 'DPkg::Lock::Timeout=120'];
  run([...apt, 'update']);
  run([...apt, 'install', '-y', '--no-install-recommends', aptPackage]);
}

/**
 * Downloads and unpacks the package and its missing dependencies without root, using separate apt lists and caches.
 * @param {import('./find-chromium.d.mts').Progress} progress
 */
function unpackWithoutRoot(progress) {
  progress.phase('fetching Chromium with apt, without root');
  const draftFolder = `${cacheFolder}.new`;
  const debs = path.join(draftFolder, 'debs');
  rmSync(draftFolder, { recursive: true, force: true });
  for (const folder of ['debs', 'apt/state/lists/partial', 'apt/cache/archives/partial']) {
    mkdirSync(path.join(draftFolder, folder), { recursive: true });
  }
  const settings = [
    `Dir::State=${path.join(draftFolder, 'apt/state')}`,
    'Dir::State::status=/var/lib/dpkg/status',
    `Dir::Cache=${path.join(draftFolder, 'apt/cache')}`,
    'Debug::NoLocking=1',
  ].flatMap((setting) => ['-o', setting]);
  run(['apt-get', ...settings, '-q', 'update']);
  const plan = run(['apt-get', ...settings, '--simulate', '--no-install-recommends', 'install', aptPackage]);
  const plannedPackages = [...plan.matchAll(/^Inst (\S+)/gm)].map(([, name = '']) => name);
  run(['apt-get', ...settings, '-q', 'download', ...new Set([aptPackage, ...plannedPackages])], debs);
  progress.phase('unpacking it');
  for (const deb of readdirSync(debs)) run(['dpkg', '-x', path.join(debs, deb), draftFolder]);
  for (const folder of ['debs', 'apt']) rmSync(path.join(draftFolder, folder), { recursive: true });
  writeFileSync(path.join(draftFolder, launcherName), launcherScript(draftFolder), { mode: 0o755 });
  rmSync(cacheFolder, { recursive: true, force: true });
  renameSync(draftFolder, cacheFolder);
}

/** Returns a script that starts the program with the unpacked libraries, even after the folder is moved. @param {string} home */
function launcherScript(home) {
  const roots = ['usr/lib', 'lib'].filter((folder) => existsSync(path.join(home, folder)));
  const libraryFolders = (/** @type {string} */ folder) =>
    readdirSync(path.join(home, folder)).map((name) => path.join(folder, name));
  const libraries = roots.flatMap((folder) => [
    folder,
    ...libraryFolders(folder).filter((name) => name.endsWith('-linux-gnu')),
  ]);
  return [
    '#!/bin/sh',
    'home=$(dirname "$0")',
    `export LD_LIBRARY_PATH="${libraries.map((folder) => `$home/${folder}`).join(':')}\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"`,
    `exec "$home/${unpackedProgram}" "$@"`,
    '',
  ].join('\n');
}

/** @param {string} command @param {string[]} args */
const commandSucceeds = (command, ...args) => spawnSync(command, args, { stdio: 'ignore' }).status === 0;

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
