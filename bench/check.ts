import type { LoadCase } from './cases/case.ts';
import { firstDifference } from './difference.ts';
import type { Step } from './load/plan.ts';
import type { Sides } from './sides.ts';

const checkedOfCase = 10;

/** Throws if the floor and the service answer differently, because then their speeds cannot be compared. */
export async function checkReads({ service, floor, tokens }: Sides, { name, lanes }: LoadCase): Promise<void> {
  for (const step of lanes.flat().slice(0, checkedOfCase)) {
    const [ours, theirs] = [await ask(service.url, step, tokens[0]), await ask(floor.url, step, tokens[0])];
    requireSame(`${name} ${step.path}`, ours, theirs);
  }
}

/** Throws if the two answer or log an update of the same record differently, apart from versions and times. */
export async function checkUpdate({ service, floor, tokens }: Sides, { lanes }: LoadCase): Promise<void> {
  const [step] = lanes.at(-1) ?? [];
  if (!step?.bodies || !step.record) throw new Error('there is nothing to update');
  const { record } = step;
  const [to, fro] = [step.bodies[1], step.bodies[0]];
  const put = async (url: string, body: string) => {
    const data = await ask(url, { ...step, bodies: [body, body] }, tokens[0]);
    record.version++;
    return data;
  };
  const ours = await put(service.url, to);
  await put(floor.url, fro);
  const theirs = await put(floor.url, to);
  await put(service.url, fro);
  requireSame('update', timeless(ours), timeless(theirs));
}

function requireSame(what: string, ours: unknown, theirs: unknown): void {
  const found = firstDifference(ours, theirs);
  if (found) throw new Error(`${what}: the floor answers otherwise than the service at ${found}`);
}

const timeless = (data: unknown) =>
  JSON.parse(JSON.stringify(data), (key, value) => (key === 'version' || key === 'updateTime' ? typeof value : value));

async function ask(url: string, { method, path, record, bodies }: Step, token = ''): Promise<unknown> {
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
