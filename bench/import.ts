import { setTimeout as pause } from 'node:timers/promises';
import type { Knex } from 'knex';
import { measureStealShare } from '../bff/test/kit/cpu-steal.ts';
import { type Airport, airportAt, readCityPositions } from './airports.ts';
import { type Client, signIn } from './client.ts';
import { cpuTime } from './cpu-time.ts';
import { createDatabase, serverPid } from './database.ts';
import { mebibytes, percentile, printProgress, type Result, seconds, share } from './results.ts';
import { type Service, startService } from './service.ts';

interface Import {
  id: number;
  status: string;
  counts: { new: number } | null;
  outcomes: { created?: number };
  fault: object | null;
}

const PART_BYTES = 2 ** 20;
const MAX_BATCH_ROWS = 1000;
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
const toLine = (airport: Airport) =>
  Object.values(columns)
    .map((name) => airport[name])
    .join();

/**
 * Measures staging and applying an import of airports: its duration relative to a plain multi-row insert of the same rows,
 * the response times of lists and health checks meanwhile, and the peak memory.
 */
export async function benchImport({ airports, idleMs }: { airports: number; idleMs: number }): Promise<Result[]> {
  const database = await createDatabase();
  const plainDatabase = await createDatabase();
  const service = await startService(database.url);
  try {
    const cities = await readCityPositions(database.knex);
    const lines = Array.from({ length: airports }, (_, n) => toLine(airportAt(cities, n)));
    const file = Buffer.from(`${header}\n${lines.join('\n')}\n`);
    const client = await signIn(service.url, 'editor');
    // The first requests take several times as long and would distort the 99th percentile.
    await watchDuring(service, client, () => pause(idleMs / 4));
    const stolenShare = measureStealShare();
    const idle = await watchDuring(service, client, () => pause(idleMs));
    printProgress(`import: ${airports} airports, ${mebibytes(file.length)}`);
    const server = await serverPid(database.knex);
    const totalCpuMs = () => cpuTime(service.pid) + cpuTime(server);
    const before = totalCpuMs();
    const importId = await upload(client, file);
    const staged = await watchDuring(service, client, () => runStep(client, importId, 'stage', {}, 'staged'));
    printProgress(`import: staged in ${seconds(staged.durationMs)}`);
    const applyOptions = { rows: 'all', status: 'pending' };
    const applied = await watchDuring(service, client, () =>
      runStep(client, importId, 'apply', applyOptions, 'applied'),
    );
    printProgress(`import: applied in ${seconds(applied.durationMs)}`);
    const cost = (totalCpuMs() - before) / airports;
    const plainInsertMs = await measurePlainInsert(database.knex, plainDatabase.knex);
    printProgress(`import: plain insert of the same rows in ${seconds(plainInsertMs)}`);
    const listTimes = [...staged.listTimes, ...applied.listTimes];
    const importMs = staged.durationMs + applied.durationMs;
    return [
      {
        case: 'import',
        ratio: importMs / plainInsertMs,
        goal: { atMost: 2.5 },
        cost,
        figures: {
          ...{
            staged: seconds(staged.durationMs),
            applied: seconds(applied.durationMs),
            floor: seconds(plainInsertMs),
          },
          withheld: share(stolenShare()),
        },
      },
      {
        case: 'import-list-p99',
        ratio: percentile(listTimes, 0.99) / percentile(idle.listTimes, 0.99),
        goal: { atMost: 3 },
        figures: {
          idle: `${percentile(idle.listTimes, 0.99).toFixed(1)} ms`,
          meanwhile: `${percentile(listTimes, 0.99).toFixed(1)} ms`,
        },
      },
      {
        case: 'import-memory',
        ratio: Math.max(staged.peakMemory, applied.peakMemory) / (200 * 2 ** 20),
        goal: { atMost: 1 },
        figures: { idle: mebibytes(idle.peakMemory), most: mebibytes(Math.max(staged.peakMemory, applied.peakMemory)) },
      },
      {
        case: 'import-healthz-p99',
        ratio: percentile([...staged.healthTimes, ...applied.healthTimes], 0.99) / MAX_HEALTH_MS,
        goal: { atMost: 1 },
        figures: {
          idle: `${percentile(idle.healthTimes, 0.99).toFixed(1)} ms`,
          staging: `${percentile(staged.healthTimes, 0.99).toFixed(1)} ms, slowest ${Math.max(...staged.healthTimes).toFixed(1)} ms`,
          applying: `${percentile(applied.healthTimes, 0.99).toFixed(1)} ms, slowest ${Math.max(...applied.healthTimes).toFixed(1)} ms`,
        },
      },
    ];
  } finally {
    await service.stop();
    await database.drop();
    await plainDatabase.drop();
  }
}

async function upload(client: Client, file: Buffer): Promise<number> {
  const body = { entity: 'airport', filename: 'airports.csv', bytes: file.length };
  const { import: begun } = await client.json<{ import: Import }>('POST', '/imports', body);
  for (let at = 0; at * PART_BYTES < file.length; at++) {
    await client.bytes(
      'PUT',
      `/imports/${begun.id}/parts/${at}`,
      file.subarray(at * PART_BYTES, (at + 1) * PART_BYTES),
    );
  }
  await client.json('POST', `/imports/${begun.id}/preview`, {});
  return begun.id;
}

/** Starts a step of the import and waits until it has finished. */
async function runStep(client: Client, id: number, step: string, body: object, status: string): Promise<void> {
  await client.json('POST', `/imports/${id}/${step}`, step === 'stage' ? undefined : body);
  for (;;) {
    const { import: now } = await client.json<{ import: Import }>('GET', `/imports/${id}`);
    if (now.status === status) return;
    if (now.fault) throw new Error(`The import stopped: ${JSON.stringify(now)}`);
    await pause(50);
  }
}

interface Observation {
  /** The duration in milliseconds. */
  durationMs: number;
  /** The response times of list pages meanwhile, in milliseconds. */
  listTimes: number[];
  /** The response times of `/healthz` meanwhile, in milliseconds. */
  healthTimes: number[];
  /** The peak memory of the process in bytes. */
  peakMemory: number;
}

/** Runs some work while another client reads list pages and health checks. */
async function watchDuring(service: Service, client: Client, work: () => Promise<void>): Promise<Observation> {
  const listTimes: number[] = [];
  let peakMemory = 0;
  let done = false;
  const readingLists = (async () => {
    while (!done) {
      const start = performance.now();
      await client.json('GET', '/cities?page=2&pageSize=20');
      listTimes.push(performance.now() - start);
      peakMemory = Math.max(peakMemory, service.memory());
      await pause(100);
    }
  })();
  const healthTimes: number[] = [];
  const checkingHealth = (async () => {
    while (!done) {
      const start = performance.now();
      await (await fetch(`${service.url}/healthz`)).text();
      healthTimes.push(performance.now() - start);
      await pause(50);
    }
  })();
  const start = performance.now();
  await work().finally(() => {
    done = true;
  });
  const durationMs = performance.now() - start;
  await Promise.all([readingLists, checkingHealth]);
  return { durationMs, listTimes, healthTimes, peakMemory };
}

/** Inserts the airports and log rows of one database into another, and returns the milliseconds it takes. */
async function measurePlainInsert(from: Knex, to: Knex): Promise<number> {
  const airports = await from('airport').where('created_by', 'editor').orderBy('id');
  const logs = await from('data_log').where({ entity: 'airport', actor: 'editor' }).orderBy('seq');
  const start = performance.now();
  for (let at = 0; at < airports.length; at += MAX_BATCH_ROWS) {
    await to.transaction(async (trx) => {
      await insert(trx, 'airport', airports.slice(at, at + MAX_BATCH_ROWS));
      await insert(trx, 'data_log', logs.slice(at, at + MAX_BATCH_ROWS));
    });
  }
  return performance.now() - start;
}

async function insert(trx: Knex.Transaction, table: string, rows: Record<string, never>[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {});
  const tuple = `(${columns.map(() => '?').join()})`;
  const names = columns.map((name) => `\`${name}\``).join();
  const values = rows.flatMap((row) => columns.map((name) => row[name] ?? null));
  await trx.raw(`INSERT INTO ${table} (${names}) VALUES ${rows.map(() => tuple).join()}`, values);
}
