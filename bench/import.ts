import { setTimeout as pause } from 'node:timers/promises';
import { watchSteal } from '../bff/test/kit/cpu-steal.ts';
import { type Airport, airportAt, placesOf } from './airports.ts';
import { type Client, signIn } from './client.ts';
import { cpuTime } from './cpu-time.ts';
import { makeDatabase, serverPid } from './database.ts';
import { insertPlainly } from './plain-insert.ts';
import { mebibytes, percentile, type Result, say, seconds, share } from './results.ts';
import { type Service, startService } from './service.ts';

interface Import {
  id: number;
  status: string;
  counts: { new: number } | null;
  outcomes: { created?: number };
  fault: object | null;
}

const part = 2 ** 20;
/** The longest acceptable response time of a load balancer's health check. */
const MAX_HEALTH_MS = 100;
const columns = {
  code: 'code',
  name: 'name',
  'name[zh-CN]': 'chinese',
  country: 'country',
  city: 'city',
  continent: 'continent',
  icaoCode: 'icaoCode',
  latitude: 'latitude',
  longitude: 'longitude',
  timezone: 'timezone',
} as const satisfies Record<string, keyof Airport>;
const header = Object.keys(columns).join();
const lineOf = (airport: Airport) =>
  Object.values(columns)
    .map((name) => airport[name])
    .join();

/**
 * Airports staged and applied with validation and change log, held against a plain multi-insert of the very same rows; what
 * people who work meanwhile notice of it, against so many milliseconds of a list alone; how much memory it takes.
 */
export async function benchImport({ airports, idleFor }: { airports: number; idleFor: number }): Promise<Result[]> {
  const database = await makeDatabase();
  const plain = await makeDatabase();
  const service = await startService(database.url);
  try {
    const places = await placesOf(database.knex);
    const lines = Array.from({ length: airports }, (_, n) => lineOf(airportAt(places, n)));
    const file = Buffer.from(`${header}\n${lines.join('\n')}\n`);
    const client = await signIn(service.url, 'editor');
    // what a program does first takes several times as long, and would pass for how long one waits of a hundred times
    await watched(service, client, () => pause(idleFor / 4));
    const withheld = watchSteal();
    const idle = await watched(service, client, () => pause(idleFor));
    say(`import: ${airports} airports, ${mebibytes(file.length)}`);
    const server = await serverPid(database.knex);
    const busy = () => cpuTime(service.pid) + cpuTime(server);
    const before = busy();
    const begun = await upload(client, file);
    const staged = await watched(service, client, () => reach(client, begun, 'stage', {}, 'staged'));
    say(`import: staged in ${seconds(staged.took)}`);
    const wish = { rows: 'all', status: 'pending' };
    const applied = await watched(service, client, () => reach(client, begun, 'apply', wish, 'applied'));
    say(`import: applied in ${seconds(applied.took)}`);
    const cost = (busy() - before) / airports;
    const floor = await insertPlainly(database.knex, plain.knex);
    say(`import: the same rows inserted plainly in ${seconds(floor)}`);
    const during = [...staged.waits, ...applied.waits];
    const ours = staged.took + applied.took;
    return [
      {
        case: 'import',
        ratio: ours / floor,
        goal: { atMost: 2.5 },
        cost,
        figures: {
          ...{ staged: seconds(staged.took), applied: seconds(applied.took), floor: seconds(floor) },
          withheld: share(withheld()),
        },
      },
      {
        case: 'import-list-p99',
        ratio: percentile(during, 0.99) / percentile(idle.waits, 0.99),
        goal: { atMost: 3 },
        figures: {
          idle: `${percentile(idle.waits, 0.99).toFixed(1)} ms`,
          meanwhile: `${percentile(during, 0.99).toFixed(1)} ms`,
        },
      },
      {
        case: 'import-memory',
        ratio: Math.max(staged.memory, applied.memory) / (200 * 2 ** 20),
        goal: { atMost: 1 },
        figures: { idle: mebibytes(idle.memory), most: mebibytes(Math.max(staged.memory, applied.memory)) },
      },
      {
        case: 'import-healthz-p99',
        ratio: percentile([...staged.healthWaits, ...applied.healthWaits], 0.99) / MAX_HEALTH_MS,
        goal: { atMost: 1 },
        figures: {
          idle: `${percentile(idle.healthWaits, 0.99).toFixed(1)} ms`,
          staging: `${percentile(staged.healthWaits, 0.99).toFixed(1)} ms, slowest ${Math.max(...staged.healthWaits).toFixed(1)} ms`,
          applying: `${percentile(applied.healthWaits, 0.99).toFixed(1)} ms, slowest ${Math.max(...applied.healthWaits).toFixed(1)} ms`,
        },
      },
    ];
  } finally {
    await service.stop();
    await database.drop();
    await plain.drop();
  }
}

async function upload(client: Client, file: Buffer): Promise<number> {
  const body = { entity: 'airport', filename: 'airports.csv', bytes: file.length };
  const { import: begun } = await client.json<{ import: Import }>('POST', '/imports', body);
  for (let at = 0; at * part < file.length; at++) {
    await client.bytes('PUT', `/imports/${begun.id}/parts/${at}`, file.subarray(at * part, (at + 1) * part));
  }
  await client.json('POST', `/imports/${begun.id}/preview`, {});
  return begun.id;
}

/** Starts a step of the import and waits until it has finished. */
async function reach(client: Client, id: number, step: string, body: object, status: string): Promise<void> {
  await client.json('POST', `/imports/${id}/${step}`, step === 'stage' ? undefined : body);
  for (;;) {
    const { import: now } = await client.json<{ import: Import }>('GET', `/imports/${id}`);
    if (now.status === status) return;
    if (now.fault) throw new Error(`The import stopped: ${JSON.stringify(now)}`);
    await pause(50);
  }
}

interface Watched {
  /** The duration in milliseconds. */
  took: number;
  /** The response times of list pages meanwhile, in milliseconds. */
  waits: number[];
  /** The response times of `/healthz` meanwhile, in milliseconds. */
  healthWaits: number[];
  /** The peak memory of the process in bytes. */
  memory: number;
}

/** Runs some work while another client reads list pages and health checks. */
async function watched(service: Service, client: Client, work: () => Promise<void>): Promise<Watched> {
  const waits: number[] = [];
  let memory = 0;
  let done = false;
  const turning = (async () => {
    while (!done) {
      const start = performance.now();
      await client.json('GET', '/cities?page=2&pageSize=20');
      waits.push(performance.now() - start);
      memory = Math.max(memory, service.memory());
      await pause(100);
    }
  })();
  const healthWaits: number[] = [];
  const askingForHealth = (async () => {
    while (!done) {
      const start = performance.now();
      await (await fetch(`${service.url}/healthz`)).text();
      healthWaits.push(performance.now() - start);
      await pause(50);
    }
  })();
  const start = performance.now();
  await work().finally(() => {
    done = true;
  });
  const took = performance.now() - start;
  await Promise.all([turning, askingForHealth]);
  return { took, waits, healthWaits, memory };
}
