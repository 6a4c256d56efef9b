import { setTimeout as pause } from 'node:timers/promises';
import { connect } from '../../db/connect.ts';
import { pollUntil } from '../../db/launcher/processes/poll-until.ts';
import type { Node } from './galera.ts';
import type { Installation } from './installation.ts';
import type { Times } from './times.ts';

/** The process that was killed, and how many milliseconds each activity paused because of it. */
export interface KillResult {
  target: string;
  gaps: Map<string, number>;
}

/** How long the effect of a kill is observed before the victim is restarted. */
const OBSERVATION_MS = 15_000;
const QUIET_MS = 3000;

/** Kills the processes one after another without warning, and restarts each. */
export async function killInTurn(
  { bffs, workers, nodes, databaseUrl }: Installation,
  timesByActivity: Map<string, Times>,
  report: (text: string) => void,
): Promise<KillResult[]> {
  const [bff, worker] = [bffs[0], workers[0]];
  if (!bff || !worker) throw new Error('No bff or worker runs.');
  const results: KillResult[] = [];
  const kill = async (target: string, victim: { stop(signal: 'SIGKILL'): Promise<void> }, restart: () => unknown) => {
    await pause(QUIET_MS);
    report(`killing ${target}`);
    const killedAt = performance.now();
    await victim.stop('SIGKILL');
    await pause(OBSERVATION_MS);
    const gaps = [...timesByActivity].map(([name, times]): [string, number] => [
      name,
      times.longestGap(killedAt, killedAt + OBSERVATION_MS),
    ]);
    results.push({ target, gaps: new Map(gaps) });
    report(`restarting ${target}`);
    await restart();
  };
  const killNode = async (role: string, { child, rejoin }: Node) => kill(`${role} (${child.name})`, child, rejoin);

  await kill(`a bff (${bff.name})`, bff, () => bff.start());
  await kill(`a worker (${worker.name})`, worker, () => worker.start());
  const first = await findWriterNode(databaseUrl, nodes);
  await killNode('the database node that takes the writes', first);
  const second = await findWriterNode(databaseUrl, nodes);
  const idle = nodes.find((node) => node !== first && node !== second);
  if (idle) await killNode('another database node', idle);
  await pause(QUIET_MS);
  return results;
}

/** The node that the proxy routes to. */
async function findWriterNode(databaseUrl: string, nodes: Node[]): Promise<Node> {
  const port = await pollUntil(() => portBehind(databaseUrl).catch(() => undefined), {
    what: 'a node',
    withinMs: 30_000,
  });
  const node = nodes.find((node) => node.port === port);
  if (!node) throw new Error(`No node listens on ${port}.`);
  return node;
}

async function portBehind(databaseUrl: string): Promise<number> {
  const connection = await connect(databaseUrl);
  try {
    const [rows] = await connection.query('SELECT @@port AS port');
    // one row of this column
    return (rows as { port: number }[])[0]?.port ?? 0;
  } finally {
    connection.destroy();
  }
}
