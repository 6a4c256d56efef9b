import type { Result } from './measure.ts';

const percent = (part: number, whole: number) => `${Math.round((part / whole) * 1000) / 10} %`;

export function lineOf({ id, caught, by, touched, ran, seconds }: Result): string {
  const cases = `${ran} of ${touched} cases, ${seconds} s`;
  return caught ? `caught  ${id}  by ${by} (${cases})` : `MISSED  ${id}  (${cases})`;
}

/** A table of how much was caught in each area and in all. */
export function tableOf(results: Result[]): string {
  const areas = [...new Set(results.map(({ area }) => area))];
  const rows = [
    ...areas.map((area) => [area, results.filter((result) => result.area === area)] as const),
    ['in all', results] as const,
  ];
  const lines = rows.map(([area, of]) => {
    const caught = of.filter((result) => result.caught).length;
    const untouched = of.filter(({ touched }) => touched === 0).length;
    return `| ${area} | ${of.length} | ${caught} | ${of.length - caught} | ${untouched} | ${percent(caught, of.length)} |`;
  });
  return [
    '| area | violations | caught | missed | of these touched by no case | caught |',
    '|---|---|---|---|---|---|',
    ...lines,
  ].join('\n');
}

export function missedOf(results: Result[]): string {
  const missed = results.filter(({ caught }) => !caught);
  return missed
    .map(
      ({ area, id, at, breaks, touched, ran }) => `- ${area}: \`${id}\` (${ran} of ${touched} cases), ${at}: ${breaks}`,
    )
    .join('\n');
}
