import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Connection } from 'mysql2/promise';
import { connect } from '../../db/connect.ts';
import { run } from '../../db/launcher/command.mjs';
import { pollUntil } from '../../db/launcher/processes/poll-until.ts';
import { findServer } from '../../db/launcher/server/find.ts';
import { initialise } from '../../db/launcher/server/initialise.ts';
import { isRoot, serverUrl } from '../../db/launcher/server/paths.ts';
import type { Step } from '../../db/launcher/step-progress.mjs';
import { Child } from './child.ts';
import { freePorts } from './ports.ts';

export interface Node {
  child: Child;
  /** host:port for SQL. */
  address: string;
  port: number;
  /** A connection of root to this node itself. */
  open(): Promise<Connection>;
  /** Whether it takes reads and writes. */
  isReady(): Promise<boolean>;
  /** Restarts the node after a crash; the others send it the missing changes. */
  rejoin(): Promise<void>;
}

const sharedSettings = readFileSync(new URL('../galera/galera.cnf', import.meta.url), 'utf8');
const START_TIMEOUT_MS = 60_000;

/** Starts three nodes on loopback one after another, as a cluster is bootstrapped. */
export async function startCluster(folder: string, step: Step, onChild: (child: Child) => void): Promise<Node[]> {
  const groups = await freePorts(3);
  const members = `gcomm://${groups.map((port) => `127.0.0.1:${port}`).join(',')}`;
  const nodes: Node[] = [];
  for (const [index, groupPort] of groups.entries()) {
    const name = `db${index + 1}`;
    const node = await createNode({ name, folder: path.join(folder, name), group: groupPort, members, step });
    onChild(node.child);
    step.phase(`starting ${name}`);
    node.child.start(...(index === 0 ? ['--wsrep-new-cluster'] : []));
    await waitUntilReady(node);
    if (index === 0) await removeOpenAccounts(node);
    nodes.push(node);
  }
  return nodes;
}

interface NodeOptions {
  name: string;
  folder: string;
  group: number;
  members: string;
  step: Step;
}

async function createNode({ name, folder, group, members, step }: NodeOptions): Promise<Node> {
  const program = findServer({
    searchPath: process.env.PATH ?? '',
    unpacked: { mariadb: '', mysql: '' },
    flavour: 'mariadb',
  });
  if (!program) throw new Error('There is no mariadbd.');
  const data = path.join(folder, 'data');
  await initialise(program, data, step);
  const [port = 0, sstPort = 0, istPort = 0] = await freePorts(3);
  const socket = path.join(folder, 'sql.sock');
  const configuration = path.join(folder, 'node.cnf');
  writeFileSync(configuration, withLoopbackPorts(sharedSettings, group, istPort));
  const args = [
    `--defaults-file=${configuration}`,
    ...[`--datadir=${data}`, `--socket=${socket}`, `--pid-file=${path.join(folder, 'pid')}`, `--tmpdir=${folder}`],
    ...['--bind-address=127.0.0.1', `--port=${port}`, '--skip-name-resolve', '--max-connections=300'],
    ...[`--wsrep-node-name=${name}`, `--wsrep-node-address=127.0.0.1:${group}`, `--wsrep-cluster-address=${members}`],
    ...[`--wsrep-sst-receive-address=127.0.0.1:${sstPort}`, '--innodb-buffer-pool-size=256M'],
    ...(isRoot() ? ['--user=mysql'] : []),
  ];
  // rsync run by root serves files as the user nobody, which could not read root's files.
  if (isRoot()) await run('chown', ['-R', 'mysql:', folder]);
  const child = new Child(name, { command: program.daemon, args, log: path.join(folder, 'log') });
  const node: Node = {
    child,
    port,
    address: `127.0.0.1:${port}`,
    open: () => connect(serverUrl(socket)),
    isReady: () => isReady(node),
    async rejoin() {
      node.child.start(`--wsrep-start-position=${await lastPosition(program.daemon, args)}`);
      await waitUntilReady(node);
    },
  };
  return node;
}

/** The shared settings with distinct ports, because three nodes run on one machine. */
function withLoopbackPorts(text: string, group: number, changes: number): string {
  const listenOptions = `gmcast.listen_addr=tcp://127.0.0.1:${group};ist.recv_addr=127.0.0.1:${changes}`;
  return text.replace(/(wsrep_provider_options = ".*)"/, `$1;${listenOptions}"`);
}

const waitUntilReady = (node: Node) =>
  pollUntil(() => assertRunning(node) && isReady(node), { what: node.child.name, withinMs: START_TIMEOUT_MS });

function assertRunning({ child }: Node): true {
  if (child.isRunning) return true;
  const lastLogLines = readFileSync(child.log, 'utf8').trimEnd().split('\n').slice(-15).join('\n');
  throw new Error(`${child.name} stopped by itself:\n${lastLogLines}`);
}

async function isReady(node: Node): Promise<boolean> {
  const connection = await node.open().catch(() => undefined);
  if (!connection) return false;
  try {
    await connection.query('SET wsrep_sync_wait = 0');
    const [rows] = await connection.query("SHOW GLOBAL STATUS LIKE 'wsrep_ready'");
    // Cast: SHOW returns rows of objects.
    return (rows as { Value: string }[])[0]?.Value === 'ON';
  } catch {
    return false;
  } finally {
    connection.destroy();
  }
}

/** The replication position at the crash, found by a recovery run, as systemd's unit does (galera_recovery). */
async function lastPosition(daemon: string, args: string[]): Promise<string> {
  let position = '';
  const onLine = (line: string) => {
    position = /Recovered position: (\S+)/.exec(line)?.[1] ?? position;
  };
  const recover = () => run(daemon, [...args, '--wsrep-recover', '--disable-log-error'], { onLine });
  // MariaDB 10.11.19 sometimes crashes while recovering; systemd's unit restarts it too (Restart=on-abort).
  await recover().catch(recover);
  if (!position) throw new Error('No position was recovered.');
  return position;
}

/** Only the health check account may connect by TCP without a password, and it has no rights. */
async function removeOpenAccounts(node: Node): Promise<void> {
  const root = await node.open();
  const [rows] = await root.query("SELECT User, Host FROM mysql.global_priv WHERE Host <> 'localhost' OR User = ''");
  // Cast: the query selects these two columns.
  for (const { User, Host } of rows as { User: string; Host: string }[])
    await root.query('DROP USER ?@?', [User, Host]);
  await root.query("CREATE USER haproxy_check@'127.0.0.1'");
  await root.end();
}

/** Creates the product's account and returns the database URL through the proxy. */
export async function createAccount(node: Node, proxy: string, password: string): Promise<string> {
  const root = await node.open();
  await root.query("CREATE USER gazetteer@'127.0.0.1' IDENTIFIED BY ?", [password]);
  await root.query("GRANT ALL ON gazetteer.* TO gazetteer@'127.0.0.1'");
  await root.end();
  return `mysql://gazetteer:${password}@${proxy}/gazetteer`;
}
