import { expect, it } from 'vitest';
import { type Growth, toResult } from '../measure/growth.ts';
import { growthChart } from './chart.ts';
import { growthTable, resultsTable } from './tables.ts';

const sizes = [10_000, 100_000, 1_000_000];
const growth = (name: string, costs: number[]): Growth => ({
  case: name,
  per: 'request',
  costs: costs.map((cost, index) => ({ airports: sizes[index] ?? 0, cost })),
});

it('marks logarithmic growth as met', () => {
  expect(toResult(growth('get', [1, 1.2, 1.5]))).toMatchObject({ case: 'growth-get', ratio: 1.5 });
  const rows = growthTable([growth('get', [1, 1.2, 1.49]), growth('list', [1, 1.2, 1.51])]).split('\n');
  expect(rows[2]).toBe('| get | request | 1.00 | 1.20 | 1.49 | 1.49 | ≤ 1.5 | met |');
  expect(rows[3]).toContain('| 1.51 | ≤ 1.5 | **missed** |');
});

it('shows loads next to the floor, and other cases in a second table', () => {
  const figures = {
    'req/s': 500,
    p50: '2.0 ms',
    p99: '9.0 ms',
    'floor req/s': 1000,
    'floor p50': '1.0 ms',
    'floor p99': '3.0 ms',
    withheld: '2 %',
  };
  const limit = { figure: 'p50', value: 11, atMost: 10, unit: 'ms' };
  const text = resultsTable([
    { case: 'get', ratio: 0.5, goal: { atLeast: 0.35 }, limits: [limit], figures },
    { case: 'memory', ratio: 0.9, goal: { atMost: 1 }, figures: { most: '180 MiB' } },
  ]);
  expect(text).toContain(
    '| get | 0.50 | ≥ 0.35, p50 ≤ 10 ms | **missed** | 500 | 2.0 ms | 9.0 ms | 1000 | 1.0 ms | 3.0 ms | 2 % |',
  );
  expect(text).toContain('| memory | 0.90 | ≤ 1 | met | most 180 MiB |');
});

it('draws a line per case that rises with the cost, and labels that do not overlap', () => {
  const chart = growthChart([growth('get', [1, 1, 1]), growth('list', [1, 5, 10]), growth('log', [1, 1, 1.01])]);
  const lines = [...chart.matchAll(/points="([^"]+)"/g)].map(([, points = '']) =>
    points.split(' ').map((point) => point.split(',').map(Number)),
  );
  const [flat = [], rising = []] = lines.map((corners) => corners.map(([, y = 0]) => y));
  expect(new Set(flat).size).toBe(1);
  expect(rising[2]).toBeLessThan(rising[1] ?? 0);
  expect(rising[1]).toBeLessThan(rising[0] ?? 0);
  const names = [...chart.matchAll(/y="([\d.]+)" fill/g)].map(([, y]) => Number(y)).sort((a, b) => a - b);
  expect(names).toHaveLength(3);
  for (const [index, y] of names.slice(1).entries()) expect(y - (names[index] ?? 0)).toBeGreaterThanOrEqual(13.9);
});
