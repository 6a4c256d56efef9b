import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * Whether a process runs. Zombies do not count, although signals reach them where nobody reaps orphans, as in many containers.
 * @param {number} pid
 */
export function isAlive(pid) {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} Node throws these. */ (error).code === 'EPERM';
  }
  return statusFields(pid)?.[0] !== 'Z';
}

/**
 * The start time of a process in a system-specific form. With the pid it identifies one process uniquely.
 * @param {number} pid
 */
export function startTimeOf(pid) {
  return statusFields(pid)?.[19] ?? ps(pid, 'lstart=');
}

/** @param {number} pid */
export function commandLine(pid) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return ps(pid, 'command=');
  }
}

/**
 * The fields of /proc/pid/stat after the program's name, which may contain spaces and parentheses.
 * @param {number} pid
 */
function statusFields(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}

/**
 * @param {number} pid
 * @param {string} field
 */
function ps(pid, field) {
  return spawnSync('ps', ['-p', String(pid), '-o', field], { encoding: 'utf8' }).stdout?.trim() ?? '';
}
