import { type Growth, toResult } from '../growth.ts';
import { type Goal, isMet, type Result } from '../results.ts';

const verdicts = { true: 'met', false: '**missed**', undefined: '' };

const row = (cells: (string | number)[]) => `| ${cells.join(' | ')} |`;

const table = (head: string[], rows: (string | number)[][]) =>
  [row(head), row(head.map((_, at) => (at === 0 ? '---' : '--:'))), ...rows.map(row)].join('\n');

const verdict = (result: Result) => verdicts[`${isMet(result)}`];

const wish = (goal: Goal | undefined) =>
  goal ? ('atLeast' in goal ? `≥ ${round(goal.atLeast)}` : `≤ ${round(goal.atMost)}`) : '';

const round = (value: number) => Number(value.toFixed(2));

/** A table of each case with its goal and the floor. */
export function resultsTable(results: Result[]): string {
  const both = ['req/s', 'p50', 'p99'];
  const isLoad = ({ figures }: Result) => 'floor req/s' in figures;
  const loads = results.filter(isLoad).map((result) => {
    const { case: name, ratio, goal, limits = [], figures } = result;
    const limit = limits.map(({ what, atMost, unit }) => `, ${what} ≤ ${atMost} ${unit}`).join('');
    const figuresOf = (whose: string) => both.map((figure) => figures[`${whose}${figure}`] ?? '');
    const measured = [...figuresOf(''), ...figuresOf('floor '), figures.withheld ?? ''];
    return [name, ratio.toFixed(2), `${wish(goal)}${limit}`, verdict(result), ...measured];
  });
  const others = results
    .filter((result) => !isLoad(result))
    .map((result) => [
      ...[result.case, result.ratio.toFixed(2), wish(result.goal), verdict(result)],
      Object.entries(result.figures)
        .map(([figure, value]) => `${figure} ${value}`)
        .join(', '),
    ]);
  const head = ['case', 'ratio', 'goal', ''];
  return [
    ...(loads.length > 0
      ? [table([...head, ...both, ...both.map((figure) => `floor ${figure}`), 'withheld'], loads)]
      : []),
    ...(others.length > 0 ? [table([...head, 'figures'], others)] : []),
  ].join('\n\n');
}

/** A table of the cost of each case at each size. */
export function growthTable(all: Growth[]): string {
  const sizes = all[0]?.costs.map(({ airports }) => airports.toLocaleString('en')) ?? [];
  const rows = all.map((growth) => {
    const result = toResult(growth);
    const costs = growth.costs.map(({ cost }) => cost.toFixed(cost < 1 ? 3 : 2));
    return [growth.case, growth.per, ...costs, result.ratio.toFixed(2), wish(result.goal), verdict(result)];
  });
  return table(['case', 'per', ...sizes.map((size) => `${size} (ms)`), 'times', 'goal', ''], rows);
}
