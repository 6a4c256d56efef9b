import { createHash } from 'node:crypto';
import { apiPrefix } from './cases/case.ts';
import { readCpuTimeMs } from './measure/cpu-time.ts';
import { median, type Result } from './measure/results.ts';
import type { TestBed } from './test-bed.ts';

const ROUND_COUNT = 3;

/** Exports all airports as NDJSON from service and floor, which must send the same bytes. */
export async function benchExport({ service, floor, tokens, databasePid }: TestBed): Promise<Result> {
  const totalCpuMs = () => readCpuTimeMs(service.pid) + readCpuTimeMs(databasePid);
  const runs = [];
  for (let round = 0; round < ROUND_COUNT; round++) {
    const cpuBefore = totalCpuMs();
    const serviceRun = await download(service.url, tokens[0]);
    const cost = (totalCpuMs() - cpuBefore) / serviceRun.rows;
    runs.push({ serviceRun, cost, floorRun: await download(floor.url, tokens[0]) });
  }
  if (runs.some(({ serviceRun, floorRun }) => serviceRun.hash !== floorRun.hash))
    throw new Error('export: the floor sends another file than the service');
  const [serviceRate, floorRate] = [
    median(runs.map((run) => run.serviceRun.perSecond)),
    median(runs.map((run) => run.floorRun.perSecond)),
  ];
  return {
    case: 'export',
    ratio: serviceRate / floorRate,
    cost: median(runs.map(({ cost }) => cost)),
    figures: {
      'rows/s': Math.round(serviceRate),
      'floor rows/s': Math.round(floorRate),
      rows: runs[0]?.serviceRun.rows ?? 0,
    },
  };
}

async function download(url: string, token = '') {
  const start = performance.now();
  const headers = { Authorization: `Bearer ${token}`, 'Accept-Encoding': 'identity' };
  const response = await fetch(`${url}${apiPrefix}/airports/export?format=ndjson`, { headers });
  if (!response.ok || !response.body) throw new Error(`export: ${response.status} ${await response.text()}`);
  const hash = createHash('sha1');
  let rows = 0;
  for await (const chunk of response.body) {
    hash.update(chunk);
    for (const byte of chunk) if (byte === 10) rows++;
  }
  const elapsedSeconds = (performance.now() - start) / 1000;
  return { rows, perSecond: rows / elapsedSeconds, hash: hash.digest('hex') };
}
