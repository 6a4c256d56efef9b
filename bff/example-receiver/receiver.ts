import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { fileURLToPath } from 'node:url';
import { Webhook } from 'standardwebhooks';

/** The part of a message that this program looks at; `data` is empty in a test event. */
interface Message {
  type: 'record.changed' | 'record.deleted' | 'test';
  timestamp: string;
  data: { entity: string; recordId: number; version: number; code: string | null; record: object | null };
}

/** What a receiver keeps. This one is gone with the process: a real one has both in its database. */
export interface Store {
  /** Ids of messages that are done with. */
  seen: Set<string>;
  /** By `entity/recordId`; the record is null once it is deleted, and the version says that older news come too late. */
  newest: Map<string, { version: number; record: object | null }>;
}

const largest = 5 * 1024 * 1024;

/** The body byte for byte: a signature is good for no other writing of the same JSON. */
async function rawBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > largest) throw new Error('too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Answers 204 when a message is stored, 400 when its signature is not good; whatever else is sent again. */
export function createReceiver(secret: string, store: Store, print = console.log): RequestListener {
  const webhook = new Webhook(secret);

  const verified = async (request: IncomingMessage): Promise<Message> => {
    // the library takes what it needs of them, each of which comes once
    const headers = request.headers as Record<string, string>;
    // a good signature says that Gazetteer wrote it
    return webhook.verify(await rawBody(request), headers) as Message;
  };
  const keep = ({ type, data: { entity, recordId, version, code, record } }: Message): string => {
    if (type === 'test') return 'test event';
    const key = `${entity}/${recordId}`;
    const known = store.newest.get(key)?.version ?? 0;
    const what = `${entity} ${code ?? recordId} version ${version}`;
    if (version <= known) return `${what} is older than ${known}, which is here`;
    store.newest.set(key, { version, record });
    return record ? `${what} stored` : `${what} deleted`;
  };
  const receive = async (request: IncomingMessage): Promise<number> => {
    const message = await verified(request).catch(() => undefined);
    if (!message) return 400;
    const id = String(request.headers['webhook-id']);
    if (store.seen.has(id)) return 204;
    print(keep(message));
    // together with what was stored, in one transaction, where the store is a database
    store.seen.add(id);
    return 204;
  };
  return (request, response) => {
    void receive(request).then((status) => response.writeHead(status).end());
  };
}

function main({ WEBHOOK_SECRET, PORT = '9000' }: NodeJS.ProcessEnv): void {
  if (!WEBHOOK_SECRET) throw new Error('WEBHOOK_SECRET is missing: the subscriber’s secret, whsec_…');
  const store: Store = { seen: new Set(), newest: new Map() };
  createServer(createReceiver(WEBHOOK_SECRET, store)).listen(Number(PORT), '127.0.0.1', () =>
    console.log(`http://127.0.0.1:${PORT}`),
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main(process.env);
