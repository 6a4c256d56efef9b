import type { RowDataPacket } from 'mysql2/promise';
import { pollUntil } from '../../db/launcher/processes/poll-until.ts';
import type { Node } from './galera.ts';
import type { Acknowledged } from './writes.ts';

/** The head of the feed, once no change waits for a position. */
export async function feedHead(node: Node, withinMs: number): Promise<number> {
  const connection = await node.open();
  try {
    const queryValue = async (sql: string) => (await connection.query<RowDataPacket[]>(sql))[0][0]?.value;
    const isEmpty = async () => (await queryValue('SELECT COUNT(*) AS value FROM gazetteer.change_outbox')) === 0;
    await pollUntil(isEmpty, { what: 'positions of all changes', withinMs });
    return await queryValue("SELECT position AS value FROM gazetteer.feed_mark WHERE name = 'head'");
  } finally {
    connection.destroy();
  }
}

export interface NodeTruth {
  /** Acknowledged writes that this node does not have. */
  lost: Acknowledged[];
  /** Positions assigned since then, in order. */
  positions: number[];
  /** Changes that are in the log but not in the feed. */
  withoutPosition: number;
}

/** The changes after a position that a node has. */
export async function readTruth(node: Node, since: number, acknowledged: Acknowledged[]): Promise<NodeTruth> {
  const connection = await node.open();
  try {
    const [rows] = await connection.query<RowDataPacket[]>(
      `SELECT log.record_id, log.version, feed.position
       FROM gazetteer.data_log log LEFT JOIN gazetteer.change_feed feed ON feed.seq = log.seq
       WHERE log.entity = 'eurail_station' AND (feed.position > ? OR feed.position IS NULL)
       ORDER BY feed.position`,
      [since],
    );
    const loggedVersions = new Set(rows.map(({ record_id, version }) => `${record_id} ${version}`));
    return {
      lost: acknowledged.filter(({ id, version }) => !loggedVersions.has(`${id} ${version}`)),
      positions: rows.flatMap(({ position }) => position ?? []),
      withoutPosition: rows.filter(({ position }) => position === null).length,
    };
  } finally {
    connection.destroy();
  }
}
