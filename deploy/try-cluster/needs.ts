import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { Failure } from '../../db/launcher/failure.mjs';

const programs = ['mariadbd', 'mariadb', 'mariadb-install-db', 'wsrep_sst_rsync', 'rsync', 'haproxy'];
const provider = '/usr/lib/galera/libgalera_smm.so';

/** Throws if a program is missing, and says what to install. */
export function expectPrograms(): void {
  const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin:/sbin` };
  const missing = programs.filter((name) => spawnSync('sh', ['-c', `command -v ${name}`], { env }).status !== 0);
  if (!existsSync(provider)) missing.push(provider);
  if (missing.length === 0) return;
  throw new Failure(
    `Missing: ${missing.join(', ')}.\n` +
      '  Debian, Ubuntu   sudo apt-get install --no-install-recommends mariadb-server galera-4 rsync haproxy\n' +
      '  (The services that these packages bring are not used, and may be disabled.)',
  );
}
