import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { builtCommand, memoryEnv } from '../../db/launcher/processes/bff.ts';
import { pollUntil } from '../../db/launcher/processes/poll-until.ts';
import type { Teardown } from '../../db/launcher/processes/teardown.mjs';
import type { Step } from '../../db/launcher/step-progress.mjs';
import { migrate } from '../../db/migrate.ts';
import { Child } from './child.ts';
import { createAccount, type Node, startCluster } from './galera.ts';
import { freePorts } from './ports.ts';

/** The product on a cluster as `docs/deployment.md` describes it, on one machine. */
export interface Installation {
  /** The URL for users and subscribers. */
  url: string;
  databaseUrl: string;
  nodes: Node[];
  bffs: Child[];
  workers: Child[];
}

const root = fileURLToPath(new URL('../..', import.meta.url));
const toLocalAddress = (port: number) => `127.0.0.1:${port}`;

/** All files are in the folder, which other users can enter, because the nodes may run as another user. */
export async function startInstallation(folder: string, step: Step, teardown: Teardown): Promise<Installation> {
  const stopAtTeardown = (child: Child) => void teardown.addOrRun(() => child.stop());

  const nodes = await startCluster(folder, step, stopAtTeardown);
  const [first] = nodes;
  if (!first) throw new Error('There is no node.');
  const [console = 0, database = 0, ...ports] = await freePorts(4);
  step.phase('starting HAProxy');
  const proxy = createProxy(folder, { console, database, bffs: ports, nodes });
  stopAtTeardown(proxy);
  proxy.start();
  const databaseUrl = await createAccount(first, toLocalAddress(database), randomBytes(18).toString('hex'));
  step.phase('migrations and the starter set');
  await pollUntil(() => migrate(databaseUrl, { demo: true }).catch(ignoreConnectionErrors), {
    what: 'the database',
    withinMs: 60_000,
  });

  const url = `http://${toLocalAddress(console)}`;
  const env = {
    ...memoryEnv,
    NODE_ENV: 'production',
    DATABASE_URL: databaseUrl,
    JWT_SECRET: randomBytes(32).toString('hex'),
    MAIL_DIR: path.join(folder, 'mail'),
    CONSOLE_URL: url,
    TRUST_PROXY: '1',
    WORKER: '0',
    DRAIN_SECONDS: '0',
  };
  mkdirSync(env.MAIL_DIR);
  const startProgram = (file: 'main.js' | 'worker.js', name: string, extraEnv: NodeJS.ProcessEnv = {}) => {
    const [command = '', ...args] = builtCommand(file).map((arg) =>
      arg.startsWith('bff/') ? path.join(root, arg) : arg,
    );
    const child = new Child(name, {
      command,
      args,
      env: { ...env, ...extraEnv },
      log: path.join(folder, `${name}.log`),
    });
    stopAtTeardown(child);
    child.start();
    return child;
  };
  step.phase('starting two bffs and two workers');
  const bffs = ports.map((port, index) => startProgram('main.js', `bff${index + 1}`, { PORT: String(port) }));
  const workers = ['worker1', 'worker2'].map((name) => startProgram('worker.js', name));
  for (const port of ports)
    await pollUntil(() => isAnswering(`http://${toLocalAddress(port)}/readyz`), { what: 'a bff', withinMs: 30_000 });
  await pollUntil(() => isAnswering(`${url}/readyz`), { what: 'the proxy', withinMs: 30_000 });
  return { url, databaseUrl, nodes, bffs, workers };
}

function ignoreConnectionErrors(error: NodeJS.ErrnoException): undefined {
  // The proxy has not checked the nodes yet.
  if (error.code !== 'PROTOCOL_CONNECTION_LOST' && error.code !== 'ECONNREFUSED' && error.code !== 'ECONNRESET')
    throw error;
}

export const isAnswering = (url: string) =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );

interface ProxyTargets {
  console: number;
  database: number;
  bffs: number[];
  nodes: Node[];
}

function createProxy(folder: string, { console, database, bffs, nodes }: ProxyTargets): Child {
  const file = (name: string) => fileURLToPath(new URL(`../galera/${name}`, import.meta.url));
  const toNumberedEnv = (name: string, values: string[]) =>
    Object.fromEntries(values.map((value, index) => [`${name}${index + 1}`, value]));
  return new Child('proxy', {
    command: 'haproxy',
    args: ['-db', '-f', file('haproxy.cfg')],
    env: {
      CONSOLE: toLocalAddress(console),
      DATABASE: toLocalAddress(database),
      CHECK_NODE: file('check-node'),
      ...toNumberedEnv('BFF', bffs.map(toLocalAddress)),
      ...toNumberedEnv(
        'DB',
        nodes.map(({ address }) => address),
      ),
    },
    log: path.join(folder, 'proxy.log'),
  });
}
