import { realpathSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { fileURLToPath } from 'node:url';
import { Webhook } from 'standardwebhooks';

/** The part of a message that this program looks at; `data` is empty in a test event. */
interface Message {
  type: 'record.changed' | 'record.deleted' | 'test';
  data: {
    epoch: number;
    entity: string;
    recordId: number;
    version: number;
    code: string | null;
    record: object | null;
  };
}

/** What a receiver keeps. This one is gone with the process: a real one has both in its database. */
export interface Store {
  /** Ids of messages that are done with. */
  seen: Set<string>;
  /** By `entity/recordId`; the record is null once it is deleted, and the version says that older news come too late. */
  newest: Map<string, { version: number; record: object | null }>;
  /** Of the latest change; undefined before the first one. */
  epoch: number | undefined;
}

export const emptyStore = (): Store => ({ seen: new Set(), newest: new Map(), epoch: undefined });

/** Takes a message by its headers and its body byte for byte. Answers an HTTP status. */
export type Receive = (headers: IncomingMessage['headers'], body: Buffer) => number;

/** Answers 204 when a message is stored, 400 when its signature is not good; what is not stored is sent again. */
export function createReceive(secret: string, store: Store, print: (line: string) => void = console.log): Receive {
  const webhook = new Webhook(secret);

  const keep = ({ type, data: { epoch, entity, recordId, version, code, record } }: Message): string => {
    if (type === 'test') return 'test event';
    if (store.epoch !== undefined && epoch !== store.epoch) {
      // the database was restored from a backup: a real receiver takes a snapshot now
      store.newest.clear();
    }
    store.epoch = epoch;
    const key = `${entity}/${recordId}`;
    const known = store.newest.get(key)?.version ?? 0;
    const what = `${entity} ${code ?? recordId} version ${version}`;
    if (version <= known) return `${what} is not newer than ${known}, which is here`;
    store.newest.set(key, { version, record });
    return record ? `${what} stored` : `${what} deleted`;
  };
  return (headers, body) => {
    let message: Message;
    try {
      // a good signature says that Gazetteer wrote it; each of the headers that the library looks at comes once
      message = webhook.verify(body, headers as Record<string, string>) as Message;
    } catch {
      return 400;
    }
    const id = String(headers['webhook-id']);
    if (!store.seen.has(id)) {
      print(keep(message));
      // together with what was stored, in one transaction, where the store is a database
      store.seen.add(id);
    }
    return 204;
  };
}

const largest = 5 * 1024 * 1024;

/** The body as it came: a signature is good for no other writing of the same JSON. */
export async function rawBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > largest) throw new Error('too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

export const listener =
  (receive: Receive): RequestListener =>
  (request, response) => {
    rawBody(request).then(
      (body) => response.writeHead(receive(request.headers, body)).end(),
      () => response.destroy(),
    );
  };

function main({ WEBHOOK_SECRET, PORT = '9000' }: NodeJS.ProcessEnv): void {
  if (!WEBHOOK_SECRET) throw new Error('WEBHOOK_SECRET is missing: the subscriber’s secret, whsec_…');
  const server = createServer(listener(createReceive(WEBHOOK_SECRET, emptyStore())));
  server.listen(Number(PORT), '127.0.0.1', () => console.log(`http://127.0.0.1:${PORT}`));
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) main(process.env);
