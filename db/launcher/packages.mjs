import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { npmCommand, run } from './command.mjs';

/** @typedef {Record<string, { version?: string, link?: boolean, optional?: boolean, devOptional?: boolean }>} Locked */

/**
 * Installs what package-lock.json says, when something else or nothing is there.
 * @param {string} root
 * @param {import('./say.mjs').Step} step
 */
export async function installPackages(root, step) {
  const { stamp, wanted, locked, isCurrent } = readState(root);
  if (isCurrent) return step.done('up to date');
  const total = Object.keys(locked).filter((folder) => folder).length;
  if (!installedByHand(root, locked)) {
    step.phase(`installing ${total} packages with npm`);
    await npmCi(root, locked, step);
  }
  writeFileSync(stamp, wanted);
  step.done(`${total} packages are in place`);
}

/**
 * Whether a start finds all packages in place.
 * @param {string} root
 */
export function arePackagesInstalled(root) {
  const { locked, isCurrent } = readState(root);
  return isCurrent || installedByHand(root, locked);
}

/** @param {string} root */
function readState(root) {
  const lock = readFileSync(path.join(root, 'package-lock.json'), 'utf8');
  const wanted = createHash('sha256').update(lock).digest('hex');
  const stamp = path.join(root, 'node_modules/.gazetteer-lock');
  /** @type {Locked} */
  const locked = JSON.parse(lock).packages;
  return { stamp, wanted, locked, isCurrent: existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted };
}

/**
 * Whether npm has already put exactly these versions there; it keeps a lock file of its own in node_modules.
 * @param {string} root
 * @param {Locked} locked
 */
function installedByHand(root, locked) {
  const file = path.join(root, 'node_modules/.package-lock.json');
  if (!existsSync(file)) return false;
  /** @type {Locked} */
  const present = JSON.parse(readFileSync(file, 'utf8')).packages;
  return Object.entries(locked).every(([folder, { version, link, optional, devOptional }]) => {
    if (!folder.startsWith('node_modules/') && !folder.includes('/node_modules/')) return true;
    const found = present[folder];
    // Optional packages are those of other platforms.
    return found ? Boolean(link) || found.version === version : Boolean(optional || devOptional);
  });
}

/**
 * @param {string} root
 * @param {Locked} locked
 * @param {import('./say.mjs').Step} step
 */
async function npmCi(root, locked, step) {
  const folders = Object.keys(locked).filter((folder) => folder);
  const timer = setInterval(() => {
    const there = folders.filter((folder) => existsSync(path.join(root, folder, 'package.json'))).length;
    step.tick(`${there} of ${folders.length} packages`);
  }, 1000);
  const [command, ...args] = npmCommand();
  try {
    // The build needs the development packages whatever NODE_ENV says.
    await run(command, [...args, 'ci', '--include=dev', '--no-audit', '--no-fund'], { cwd: root });
  } finally {
    clearInterval(timer);
  }
}
