import { type Growth, toResult } from '../measure/growth.ts';
import { type Goal, isMet, type Result } from '../measure/results.ts';

const verdicts = { true: 'met', false: '**missed**', undefined: '' };

const row = (cells: (string | number)[]) => `| ${cells.join(' | ')} |`;

const table = (headerCells: string[], rows: (string | number)[][]) =>
  [row(headerCells), row(headerCells.map((_, index) => (index === 0 ? '---' : '--:'))), ...rows.map(row)].join('\n');

const verdict = (result: Result) => verdicts[`${isMet(result)}`];

const goalText = (goal: Goal | undefined) =>
  goal ? ('atLeast' in goal ? `≥ ${round(goal.atLeast)}` : `≤ ${round(goal.atMost)}`) : '';

const round = (value: number) => Number(value.toFixed(2));

/** Formats a table of the cases with their goals and the floor. */
export function resultsTable(results: Result[]): string {
  const loadFigures = ['req/s', 'p50', 'p99'];
  const isLoad = ({ figures }: Result) => 'floor req/s' in figures;
  const loadRows = results.filter(isLoad).map((result) => {
    const { case: name, ratio, goal, limits = [], figures } = result;
    const limit = limits.map(({ figure, atMost, unit }) => `, ${figure} ≤ ${atMost} ${unit}`).join('');
    const figuresOf = (prefix: string) => loadFigures.map((figure) => figures[`${prefix}${figure}`] ?? '');
    const figureCells = [...figuresOf(''), ...figuresOf('floor '), figures.withheld ?? ''];
    return [name, ratio.toFixed(2), `${goalText(goal)}${limit}`, verdict(result), ...figureCells];
  });
  const otherRows = results
    .filter((result) => !isLoad(result))
    .map((result) => [
      ...[result.case, result.ratio.toFixed(2), goalText(result.goal), verdict(result)],
      Object.entries(result.figures)
        .map(([figure, value]) => `${figure} ${value}`)
        .join(', '),
    ]);
  const headerCells = ['case', 'ratio', 'goal', ''];
  return [
    ...(loadRows.length > 0
      ? [
          table(
            [...headerCells, ...loadFigures, ...loadFigures.map((figure) => `floor ${figure}`), 'withheld'],
            loadRows,
          ),
        ]
      : []),
    ...(otherRows.length > 0 ? [table([...headerCells, 'figures'], otherRows)] : []),
  ].join('\n\n');
}

/** Formats a table of the cost of each case at each size. */
export function growthTable(growths: Growth[]): string {
  const sizes = growths[0]?.costs.map(({ airports }) => airports.toLocaleString('en')) ?? [];
  const rows = growths.map((growth) => {
    const result = toResult(growth);
    const costs = growth.costs.map(({ cost }) => cost.toFixed(cost < 1 ? 3 : 2));
    return [growth.case, growth.per, ...costs, result.ratio.toFixed(2), goalText(result.goal), verdict(result)];
  });
  return table(['case', 'per', ...sizes.map((size) => `${size} (ms)`), 'times', 'goal', ''], rows);
}
