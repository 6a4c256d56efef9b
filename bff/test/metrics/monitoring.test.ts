import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { type Service, startService } from '../kit/service.ts';

const read = (name: string) => readFileSync(new URL(`../../../deploy/monitoring/${name}`, import.meta.url), 'utf8');

let service: Service;
/** By name of a metric: the names of its labels. */
const metrics = new Map<string, Set<string>>();
const types = new Map<string, string>();

beforeAll(async () => {
  service = await startService();
  const text = await (await fetch(`${service.url}/metrics`)).text();
  for (const [, name = '', type = ''] of text.matchAll(/^# TYPE (\S+) (\S+)$/gm)) {
    const names = type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name];
    for (const each of names) metrics.set(each, new Set());
    types.set(name, type);
  }
});
afterAll(() => service.stop());

test('exactly the counters of this product have names that end in _total', () => {
  const own = [...types].filter(([name]) => name.startsWith('gazetteer_'));
  expect(own.length).toBeGreaterThan(10);
  for (const [name, type] of own) expect([name, type === 'counter']).toEqual([name, name.endsWith('_total')]);
});

interface Rule {
  alert: string;
  expr: string;
  annotations: Record<string, string>;
}

const rules: Rule[] = parse(read('alerts.yaml')).groups.flatMap((group: { rules: Rule[] }) => group.rules);
interface Panel {
  title: string;
  targets: { expr: string }[];
}
const panels: Panel[] = JSON.parse(read('dashboard.json')).panels;

const expressions = [
  ...rules.map(({ alert, expr }) => [alert, expr] as const),
  ...panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const)),
];

test.each(expressions)('%s asks for metrics that exist', (_, expression) => {
  const names = [...expression.matchAll(/\b(?:gazetteer|process)_[a-z0-9_]+/g)].map(([name]) => name);
  expect(names.length).toBeGreaterThan(0);
  for (const name of names) expect([...metrics.keys()]).toContain(name);
});

test.each(
  expressions,
)('%s counts figures of the database once, however many processes report them', (_, expression) => {
  for (const [name] of expression.matchAll(/gazetteer_(?:sync|feed|delivery|tasks|letters)[a-z_]*/g)) {
    const before = expression.slice(0, expression.indexOf(name));
    expect(before, name).toMatch(/max(?: by \([a-z, ]+\))? ?\((?:[a-z]+\()?$/);
  }
});

test('each alert says what is wrong and what to do', () => {
  for (const { alert, annotations } of rules) {
    expect(alert).toMatch(/^Gazetteer[A-Z]\w+$/);
    expect(Object.keys(annotations)).toEqual(['summary', 'description']);
  }
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
});
