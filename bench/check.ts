import type { LoadCase } from './cases/case.ts';
import type { LoadRequest } from './load/plan.ts';
import { firstDifference } from './measure/difference.ts';
import type { TestBed } from './test-bed.ts';

const MAX_CHECKED_STEPS = 10;

/** Throws if the floor and the service answer differently, because then their speeds cannot be compared. */
export async function checkReads(
  { service, floor, tokens }: TestBed,
  { name, requestSequences }: LoadCase,
): Promise<void> {
  for (const step of requestSequences.flat().slice(0, MAX_CHECKED_STEPS)) {
    const [serviceData, floorData] = [
      await fetchData(service.url, step, tokens[0]),
      await fetchData(floor.url, step, tokens[0]),
    ];
    assertEqual(`${name} ${step.path}`, serviceData, floorData);
  }
}

/** Throws if floor and service answer an update of the same record differently, apart from versions and times. */
export async function checkUpdate({ service, floor, tokens }: TestBed, { requestSequences }: LoadCase): Promise<void> {
  const [step] = requestSequences.at(-1) ?? [];
  if (!step?.bodies || !step.record) throw new Error('No rate can be updated.');
  const { record } = step;
  const [changedBody, originalBody] = [step.bodies[1], step.bodies[0]];
  const put = async (url: string, body: string) => {
    const data = await fetchData(url, { ...step, bodies: [body, body] }, tokens[0]);
    record.version++;
    return data;
  };
  const serviceData = await put(service.url, changedBody);
  await put(floor.url, originalBody);
  const floorData = await put(floor.url, changedBody);
  await put(service.url, originalBody);
  assertEqual('update', withoutVersionAndTime(serviceData), withoutVersionAndTime(floorData));
}

function assertEqual(subject: string, serviceData: unknown, floorData: unknown): void {
  const difference = firstDifference(serviceData, floorData);
  if (difference) throw new Error(`${subject}: service and floor differ at ${difference}`);
}

const withoutVersionAndTime = (data: unknown) =>
  JSON.parse(JSON.stringify(data), (key, value) => (key === 'version' || key === 'updateTime' ? typeof value : value));

async function fetchData(url: string, { method, path, record, bodies }: LoadRequest, token = ''): Promise<unknown> {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: {
      Authorization: `Bearer ${token}`,
      ...(bodies ? { 'Content-Type': 'application/json', 'If-Match': `"${record?.version}"` } : {}),
    },
    ...(bodies ? { body: bodies[0] } : {}),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 300)}`);
  return JSON.parse(text).data;
}
