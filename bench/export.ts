import { createHash } from 'node:crypto';
import { api } from './cases/case.ts';
import { cpuTime } from './cpu-time.ts';
import { median, type Result } from './results.ts';
import type { Sides } from './sides.ts';

const rounds = 3;

/** Exports all airports as NDJSON; service and floor must send the same bytes. */
export async function benchExport({ service, floor, tokens, databasePid }: Sides): Promise<Result> {
  const busy = () => cpuTime(service.pid) + cpuTime(databasePid);
  const runs = [];
  for (let n = 0; n < rounds; n++) {
    const before = busy();
    const ours = await download(service.url, tokens[0]);
    const cost = (busy() - before) / ours.rows;
    runs.push({ ours, cost, floors: await download(floor.url, tokens[0]) });
  }
  if (runs.some(({ ours, floors }) => ours.hash !== floors.hash))
    throw new Error('export: the floor sends another file than the service');
  const [ours, floors] = [
    median(runs.map((run) => run.ours.perSecond)),
    median(runs.map((run) => run.floors.perSecond)),
  ];
  return {
    case: 'export',
    ratio: ours / floors,
    cost: median(runs.map(({ cost }) => cost)),
    figures: { 'rows/s': Math.round(ours), 'floor rows/s': Math.round(floors), rows: runs[0]?.ours.rows ?? 0 },
  };
}

async function download(url: string, token = '') {
  const begin = performance.now();
  const headers = { Authorization: `Bearer ${token}`, 'Accept-Encoding': 'identity' };
  const response = await fetch(`${url}${api}/airports/export?format=ndjson`, { headers });
  if (!response.ok || !response.body) throw new Error(`export: ${response.status} ${await response.text()}`);
  const hash = createHash('sha1');
  let rows = 0;
  for await (const chunk of response.body) {
    hash.update(chunk);
    for (const byte of chunk) if (byte === 10) rows++;
  }
  const took = (performance.now() - begin) / 1000;
  return { rows, perSecond: rows / took, hash: hash.digest('hex') };
}
