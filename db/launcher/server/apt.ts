import { run } from '../command.mjs';
import { Failure } from '../failure.mjs';

/** Options with which apt waits up to two minutes for another apt process. */
export const aptOptions = ['-q', '-o', 'DPkg::Lock::Timeout=120'];

/** The names of the server packages on this system; some releases add the version to the name. */
export async function newestMariadbPackages(settings: string[]): Promise<string[]> {
  return Promise.all(['mariadb-server-core', 'mariadb-client-core'].map((name) => newestPackage(name, settings)));
}

export async function newestPackage(name: string, settings: string[]): Promise<string> {
  const packageNames: string[] = [];
  await run('apt-cache', [...settings, 'pkgnames', name], { onLine: (line) => packageNames.push(line) });
  const versioned = packageNames.filter((each) => /-[\d.]+$/.test(each));
  const newest = packageNames.includes(name)
    ? name
    : versioned.sort((a, b) => b.localeCompare(a, 'en', { numeric: true }))[0];
  if (!newest) throw new Failure(`apt knows no package ${name}.`);
  return newest;
}
