import { setTimeout as pause } from 'node:timers/promises';
import type { Knex } from 'knex';
import { measureStealShare } from '../bff/test/kit/cpu-steal.ts';
import { type Client, signIn } from './client.ts';
import { createDatabase, readServerPid } from './database.ts';
import { readCpuTimeMs } from './measure/cpu-time.ts';
import {
  formatMebibytes,
  formatSeconds,
  formatShare,
  percentile,
  printProgress,
  type Result,
} from './measure/results.ts';
import { type Airport, airportAt, readCityPositions } from './samples/airports.ts';
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
const COLUMN_FIELDS = {
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
const header = Object.keys(COLUMN_FIELDS).join();
const toLine = (airport: Airport) =>
  Object.values(COLUMN_FIELDS)
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
    await observeDuring(service, client, () => pause(idleMs / 4));
    const stolenShare = measureStealShare();
    const idle = await observeDuring(service, client, () => pause(idleMs));
    printProgress(`import: ${airports} airports, ${formatMebibytes(file.length)}`);
    const databasePid = await readServerPid(database.knex);
    const totalCpuMs = () => readCpuTimeMs(service.pid) + readCpuTimeMs(databasePid);
    const cpuBefore = totalCpuMs();
    const importId = await upload(client, file);
    const staging = await observeDuring(service, client, () => runStep(client, importId, 'stage', {}, 'staged'));
    printProgress(`import: staged in ${formatSeconds(staging.durationMs)}`);
    const applyOptions = { rows: 'all', status: 'pending' };
    const application = await observeDuring(service, client, () =>
      runStep(client, importId, 'apply', applyOptions, 'applied'),
    );
    printProgress(`import: applied in ${formatSeconds(application.durationMs)}`);
    const cost = (totalCpuMs() - cpuBefore) / airports;
    const plainInsertMs = await measurePlainInsert(database.knex, plainDatabase.knex);
    printProgress(`import: plain insert of the same rows in ${formatSeconds(plainInsertMs)}`);
    const listTimes = [...staging.listTimes, ...application.listTimes];
    const importMs = staging.durationMs + application.durationMs;
    return [
      {
        case: 'import',
        ratio: importMs / plainInsertMs,
        goal: { atMost: 2.5 },
        cost,
        figures: {
          staged: formatSeconds(staging.durationMs),
          applied: formatSeconds(application.durationMs),
          floor: formatSeconds(plainInsertMs),
          withheld: formatShare(stolenShare()),
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
        ratio: Math.max(staging.peakMemory, application.peakMemory) / (200 * 2 ** 20),
        goal: { atMost: 1 },
        figures: {
          idle: formatMebibytes(idle.peakMemory),
          most: formatMebibytes(Math.max(staging.peakMemory, application.peakMemory)),
        },
      },
      {
        case: 'import-healthz-p99',
        ratio: percentile([...staging.healthTimes, ...application.healthTimes], 0.99) / MAX_HEALTH_MS,
        goal: { atMost: 1 },
        figures: {
          idle: `${percentile(idle.healthTimes, 0.99).toFixed(1)} ms`,
          staging: `${percentile(staging.healthTimes, 0.99).toFixed(1)} ms, slowest ${Math.max(...staging.healthTimes).toFixed(1)} ms`,
          applying: `${percentile(application.healthTimes, 0.99).toFixed(1)} ms, slowest ${Math.max(...application.healthTimes).toFixed(1)} ms`,
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
  const { import: createdImport } = await client.requestJson<{ import: Import }>('POST', '/imports', body);
  for (let part = 0; part * PART_BYTES < file.length; part++) {
    await client.sendBytes(
      'PUT',
      `/imports/${createdImport.id}/parts/${part}`,
      file.subarray(part * PART_BYTES, (part + 1) * PART_BYTES),
    );
  }
  await client.requestJson('POST', `/imports/${createdImport.id}/preview`, {});
  return createdImport.id;
}

/** Starts a step of the import and waits until it has finished. */
async function runStep(client: Client, id: number, step: string, body: object, status: string): Promise<void> {
  await client.requestJson('POST', `/imports/${id}/${step}`, step === 'stage' ? undefined : body);
  for (;;) {
    const { import: currentImport } = await client.requestJson<{ import: Import }>('GET', `/imports/${id}`);
    if (currentImport.status === status) return;
    if (currentImport.fault) throw new Error(`The import stopped: ${JSON.stringify(currentImport)}`);
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

/** Observes lists, health checks and memory during `work`. */
async function observeDuring(service: Service, client: Client, work: () => Promise<void>): Promise<Observation> {
  const listTimes: number[] = [];
  let peakMemory = 0;
  let isDone = false;
  const readingLists = (async () => {
    while (!isDone) {
      const start = performance.now();
      await client.requestJson('GET', '/cities?page=2&pageSize=20');
      listTimes.push(performance.now() - start);
      peakMemory = Math.max(peakMemory, service.memory());
      await pause(100);
    }
  })();
  const healthTimes: number[] = [];
  const checkingHealth = (async () => {
    while (!isDone) {
      const start = performance.now();
      await (await fetch(`${service.url}/healthz`)).text();
      healthTimes.push(performance.now() - start);
      await pause(50);
    }
  })();
  const start = performance.now();
  await work().finally(() => {
    isDone = true;
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
  for (let offset = 0; offset < airports.length; offset += MAX_BATCH_ROWS) {
    await to.transaction(async (trx) => {
      await insert(trx, 'airport', airports.slice(offset, offset + MAX_BATCH_ROWS));
      await insert(trx, 'data_log', logs.slice(offset, offset + MAX_BATCH_ROWS));
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
