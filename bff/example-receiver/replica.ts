import { realpathSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { emptyStore, type Store } from './receiver.ts';

/** A replica that pulls. This one is gone with the process: a real one has all of it in its database. */
export interface Replica extends Store {
  /** Where to read on; undefined before the first snapshot. */
  cursor: string | undefined;
}

export interface Source {
  /** The address of the service, such as http://127.0.0.1:8080. */
  url: string;
  /** The subscriber's token, gzf_…. */
  token: string;
}

interface Change {
  epoch: number;
  entity: string;
  recordId: number;
  version: number;
  record: object | null;
}

/** A page of the feed, or what is wrong with the cursor. */
interface Answer {
  data: { items: Change[]; nextCursor: string; epoch: number; more: boolean; fields?: { pointer: string }[] };
}

type SnapshotLine =
  | { type: 'snapshot'; cursor: string; epoch: number }
  | { type: 'record'; entity: string; recordId: number; record: { version: number } }
  | { type: 'end'; records: number };

export const emptyReplica = (): Replica => ({ ...emptyStore(), cursor: undefined });

const get = ({ url, token }: Source, path: string) =>
  fetch(`${url}/dc/api/v1/${path}`, { headers: { Authorization: `Bearer ${token}` } });

/** Replaces everything by a snapshot. Only its last line says that it is whole. */
async function takeSnapshot(replica: Replica, source: Source): Promise<void> {
  const { ok, status, body } = await get(source, 'changes/snapshot');
  if (!ok || !body) throw new Error(`the snapshot is answered with ${status}`);
  const newest: Replica['newest'] = new Map();
  let [cursor, epoch]: [string?, number?] = [];
  let isWhole = false;
  for await (const text of createInterface({ input: Readable.fromWeb(body) })) {
    const line: SnapshotLine = JSON.parse(text);
    if (line.type === 'snapshot') [cursor, epoch] = [line.cursor, line.epoch];
    else if (line.type === 'record')
      newest.set(`${line.entity}/${line.recordId}`, { version: line.record.version, record: line.record });
    else isWhole = true;
  }
  if (!isWhole) throw new Error('the snapshot broke off; try again');
  Object.assign(replica, { newest, cursor, epoch });
}

/** Reads on from the cursor. Without one, or if its changes are no longer kept, begins with a snapshot. */
export async function pull(replica: Replica, source: Source): Promise<void> {
  if (replica.cursor === undefined) await takeSnapshot(replica, source);
  for (let more = true; more; ) {
    const response = await get(source, `changes?limit=1000&cursor=${replica.cursor}`);
    // the cast: the answers of this operation, as the contract has them
    const answer = (await response.json()) as Answer;
    if (response.status === 422 && answer.data.fields?.some(({ pointer }) => pointer === '/query/cursor')) {
      await takeSnapshot(replica, source);
      continue;
    }
    if (!response.ok) throw new Error(`the feed is answered with ${response.status}`);
    if (answer.data.epoch !== replica.epoch) {
      // the replica may have changes that are lost
      await takeSnapshot(replica, source);
      continue;
    }
    for (const change of answer.data.items) keepNewest(replica, change);
    // together with the changes, in one transaction, where the store is a database
    replica.cursor = answer.data.nextCursor;
    more = answer.data.more;
  }
}

/** A deletion keeps its version, so that nothing older brings the record back. */
function keepNewest({ newest }: Replica, { entity, recordId, version, record }: Change): void {
  const key = `${entity}/${recordId}`;
  if (version > (newest.get(key)?.version ?? 0)) newest.set(key, { version, record });
}

async function main({ GAZETTEER: url, TOKEN: token }: NodeJS.ProcessEnv): Promise<void> {
  if (!url || !token) throw new Error('GAZETTEER, the address of the service, and TOKEN, gzf_…, are required.');
  const replica = emptyReplica();
  await pull(replica, { url, token });
  console.log(`${replica.newest.size} records at ${replica.cursor}`);
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) await main(process.env);
