import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { npmCommand, run } from '../command.mjs';

/** @typedef {Record<string, { version?: string, link?: boolean, optional?: boolean, devOptional?: boolean }>} Locked */

/**
 * Installs the packages of package-lock.json unless exactly those are installed.
 * @param {string} root
 * @param {import('../step-progress.mjs').Step} step
 */
export async function installPackages(root, step) {
  const { stamp, lockHash, lockedPackages, isCurrent } = readState(root);
  if (isCurrent) return step.done('up to date');
  const total = Object.keys(lockedPackages).filter((folder) => folder).length;
  if (!isInstalledByNpm(root, lockedPackages)) {
    step.phase(`installing ${total} packages with npm`);
    await npmCi(root, lockedPackages, step);
  }
  writeFileSync(stamp, lockHash);
  step.done(`${total} packages are in place`);
}

/**
 * Whether all packages are installed.
 * @param {string} root
 */
export function arePackagesInstalled(root) {
  const { lockedPackages, isCurrent } = readState(root);
  return isCurrent || isInstalledByNpm(root, lockedPackages);
}

/** @param {string} root */
function readState(root) {
  const lock = readFileSync(path.join(root, 'package-lock.json'), 'utf8');
  const lockHash = createHash('sha256').update(lock).digest('hex');
  const stamp = path.join(root, 'node_modules/.gazetteer-lock');
  /** @type {Locked} */
  const lockedPackages = JSON.parse(lock).packages;
  return { stamp, lockHash, lockedPackages, isCurrent: existsSync(stamp) && readFileSync(stamp, 'utf8') === lockHash };
}

/**
 * Whether the user has installed exactly these versions with npm, which writes its own lock file to node_modules.
 * @param {string} root
 * @param {Locked} lockedPackages
 */
function isInstalledByNpm(root, lockedPackages) {
  const file = path.join(root, 'node_modules/.package-lock.json');
  if (!existsSync(file)) return false;
  /** @type {Locked} */
  const installedPackages = JSON.parse(readFileSync(file, 'utf8')).packages;
  return Object.entries(lockedPackages).every(([folder, { version, link, optional, devOptional }]) => {
    if (!folder.startsWith('node_modules/') && !folder.includes('/node_modules/')) return true;
    const installed = installedPackages[folder];
    // Optional packages may be missing, because they are for other platforms.
    return installed ? Boolean(link) || installed.version === version : Boolean(optional || devOptional);
  });
}

/**
 * @param {string} root
 * @param {Locked} lockedPackages
 * @param {import('../step-progress.mjs').Step} step
 */
async function npmCi(root, lockedPackages, step) {
  const folders = Object.keys(lockedPackages).filter((folder) => folder);
  const timer = setInterval(() => {
    const installedCount = folders.filter((folder) => existsSync(path.join(root, folder, 'package.json'))).length;
    step.tick(`${installedCount} of ${folders.length} packages`);
  }, 1000);
  const [command, ...args] = npmCommand();
  try {
    // The build needs development packages even if NODE_ENV is production.
    await run(command, [...args, 'ci', '--include=dev', '--no-audit', '--no-fund'], { cwd: root });
  } finally {
    clearInterval(timer);
  }
}
