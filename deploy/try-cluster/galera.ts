import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Connection } from 'mysql2/promise';
import { connect } from '../../db/connect.ts';
import { run } from '../../db/launcher/command.mjs';
import { pollUntil } from '../../db/launcher/poll-until.ts';
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

const shared = readFileSync(new URL('../galera/galera.cnf', import.meta.url), 'utf8');
const startMs = 60_000;

/** Starts three nodes on loopback one after another, as a cluster is bootstrapped. */
export async function startCluster(folder: string, step: Step, onChild: (child: Child) => void): Promise<Node[]> {
  const groups = await freePorts(3);
  const members = `gcomm://${groups.map((port) => `127.0.0.1:${port}`).join(',')}`;
  const nodes: Node[] = [];
  for (const [at, group] of groups.entries()) {
    const name = `db${at + 1}`;
    const node = await createNode({ name, folder: path.join(folder, name), group, members, step });
    onChild(node.child);
    step.phase(`starting ${name}`);
    node.child.start(...(at === 0 ? ['--wsrep-new-cluster'] : []));
    await ready(node);
    if (at === 0) await closeDoors(node);
    nodes.push(node);
  }
  return nodes;
}

interface Place {
  name: string;
  folder: string;
  group: number;
  members: string;
  step: Step;
}

async function createNode({ name, folder, group, members, step }: Place): Promise<Node> {
  const program = findServer({
    searchPath: process.env.PATH ?? '',
    unpacked: { mariadb: '', mysql: '' },
    flavour: 'mariadb',
  });
  if (!program) throw new Error('There is no mariadbd.');
  const data = path.join(folder, 'data');
  await initialise(program, data, step);
  const [port = 0, copies = 0, changes = 0] = await freePorts(3);
  const socket = path.join(folder, 'sql.sock');
  const configuration = path.join(folder, 'node.cnf');
  writeFileSync(configuration, onLoopback(shared, group, changes));
  const args = [
    `--defaults-file=${configuration}`,
    ...[`--datadir=${data}`, `--socket=${socket}`, `--pid-file=${path.join(folder, 'pid')}`, `--tmpdir=${folder}`],
    ...['--bind-address=127.0.0.1', `--port=${port}`, '--skip-name-resolve', '--max-connections=300'],
    ...[`--wsrep-node-name=${name}`, `--wsrep-node-address=127.0.0.1:${group}`, `--wsrep-cluster-address=${members}`],
    ...[`--wsrep-sst-receive-address=127.0.0.1:${copies}`, '--innodb-buffer-pool-size=256M'],
    ...(isRoot() ? ['--user=mysql'] : []),
  ];
  // root's rsync serves files as nobody, so that no copy can be made of what is root's
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
      await ready(node);
    },
  };
  return node;
}

/** The shared settings with ports of their own for three nodes on one machine. */
function onLoopback(text: string, group: number, changes: number): string {
  const own = `gmcast.listen_addr=tcp://127.0.0.1:${group};ist.recv_addr=127.0.0.1:${changes}`;
  return text.replace(/(wsrep_provider_options = ".*)"/, `$1;${own}"`);
}

const ready = (node: Node) =>
  pollUntil(() => expectRuns(node) && isReady(node), { what: node.child.name, withinMs: startMs });

function expectRuns({ child }: Node): true {
  if (child.runs) return true;
  const said = readFileSync(child.log, 'utf8').trimEnd().split('\n').slice(-15).join('\n');
  throw new Error(`${child.name} stopped by itself:\n${said}`);
}

async function isReady(node: Node): Promise<boolean> {
  const connection = await node.open().catch(() => undefined);
  if (!connection) return false;
  try {
    await connection.query('SET wsrep_sync_wait = 0');
    const [rows] = await connection.query("SHOW GLOBAL STATUS LIKE 'wsrep_ready'");
    // rows of SHOW: an object each
    return (rows as { Value: string }[])[0]?.Value === 'ON';
  } catch {
    return false;
  } finally {
    connection.destroy();
  }
}

/** The replication position at the crash, which the server finds by recovering, as systemd’s unit does (galera_recovery). */
async function lastPosition(daemon: string, args: string[]): Promise<string> {
  let position = '';
  const onLine = (line: string) => {
    position = /Recovered position: (\S+)/.exec(line)?.[1] ?? position;
  };
  const recover = () => run(daemon, [...args, '--wsrep-recover', '--disable-log-error'], { onLine });
  // MariaDB 10.11.19 has been seen to crash itself while it recovers; systemd’s unit starts it again too (Restart=on-abort)
  await recover().catch(recover);
  if (!position) throw new Error('No position was recovered.');
  return position;
}

/** Only the health check account may connect by TCP without a password, and it has no rights. */
async function closeDoors(node: Node): Promise<void> {
  const root = await node.open();
  const [rows] = await root.query("SELECT User, Host FROM mysql.global_priv WHERE Host <> 'localhost' OR User = ''");
  // rows of these two columns
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
