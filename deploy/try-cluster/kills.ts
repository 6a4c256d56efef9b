import { setTimeout as pause } from 'node:timers/promises';
import { connect } from '../../db/connect.ts';
import { pollUntil } from '../../db/launcher/poll-until.ts';
import type { Node } from './galera.ts';
import type { Installation } from './installation.ts';
import type { Times } from './times.ts';

/** What was killed, and how long each activity paused because of it, in milliseconds. */
export interface Killed {
  what: string;
  gaps: Map<string, number>;
}

/** How long the effect of a kill is observed before the victim is restarted. */
const OBSERVATION_MS = 15_000;
const QUIET_MS = 3000;

/** Kills the processes one after another without warning, and restarts each. */
export async function killInTurn(
  { bffs, workers, nodes, databaseUrl }: Installation,
  watched: Map<string, Times>,
  tell: (text: string) => void,
): Promise<Killed[]> {
  const [bff, worker] = [bffs[0], workers[0]];
  if (!bff || !worker) throw new Error('There is nothing to kill.');
  const killed: Killed[] = [];
  const kill = async (what: string, victim: { end(signal: 'SIGKILL'): Promise<void> }, again: () => unknown) => {
    await pause(QUIET_MS);
    tell(`killing ${what}`);
    const at = performance.now();
    await victim.end('SIGKILL');
    await pause(OBSERVATION_MS);
    const gaps = [...watched].map(([name, times]): [string, number] => [
      name,
      times.longestGap(at, at + OBSERVATION_MS),
    ]);
    killed.push({ what, gaps: new Map(gaps) });
    tell(`starting ${what} again`);
    await again();
  };
  const killNode = async (what: string, { child, rejoin }: Node) => kill(`${what} (${child.name})`, child, rejoin);

  await kill(`a bff (${bff.name})`, bff, () => bff.start());
  await kill(`a worker (${worker.name})`, worker, () => worker.start());
  const first = await takesWrites(databaseUrl, nodes);
  await killNode('the database node that takes the writes', first);
  const second = await takesWrites(databaseUrl, nodes);
  const idle = nodes.find((node) => node !== first && node !== second);
  if (idle) await killNode('another database node', idle);
  await pause(QUIET_MS);
  return killed;
}

/** The node that the proxy routes to. */
async function takesWrites(databaseUrl: string, nodes: Node[]): Promise<Node> {
  const port = await pollUntil(() => portBehind(databaseUrl).catch(() => undefined), {
    what: 'a node',
    withinMs: 30_000,
  });
  const found = nodes.find((node) => node.port === port);
  if (!found) throw new Error(`No node listens on ${port}.`);
  return found;
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
