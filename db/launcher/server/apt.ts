import { run } from '../command.mjs';
import { Failure } from '../failure.mjs';

/** Another apt may just be at work; it is waited for. */
export const options = ['-q', '-o', 'DPkg::Lock::Timeout=120'];

/** The server's packages under the names this system has for them: some releases add the version to the name. */
export async function newestServer(settings: string[]): Promise<string[]> {
  return Promise.all(['mariadb-server-core', 'mariadb-client-core'].map((name) => newestPackage(name, settings)));
}

export async function newestPackage(name: string, settings: string[]): Promise<string> {
  const known: string[] = [];
  await run('apt-cache', [...settings, 'pkgnames', name], { onLine: (line) => known.push(line) });
  const versioned = known.filter((each) => /-[\d.]+$/.test(each));
  const found = known.includes(name) ? name : versioned.sort((a, b) => b.localeCompare(a, 'en', { numeric: true }))[0];
  if (!found) throw new Failure(`apt knows no package ${name}.`);
  return found;
}
