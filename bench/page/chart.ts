import type { Growth } from '../measure/growth.ts';

const [width, height] = [820, 460];
const margin = { left: 64, right: 150, top: 24, bottom: 44 };
// These colours are distinguishable on white and on black.
const colours = ['#2563eb', '#d97706', '#059669', '#dc2626', '#7c3aed', '#0891b2', '#be185d', '#65a30d'];
const lineHeight = 14;

interface Scale {
  at(value: number): number;
  ticks: number[];
}

/** Creates a logarithmic scale from the power of ten below the smallest value to the power above the largest value. */
function logScale(values: number[], from: number, to: number): Scale {
  const low = Math.floor(Math.log10(Math.min(...values)));
  const high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(...values))));
  const at = (value: number) => from + ((Math.log10(value) - low) / (high - low)) * (to - from);
  return { at, ticks: Array.from({ length: high - low + 1 }, (_, n) => 10 ** (low + n)) };
}

/** Draws a log-log chart of the cost of each case by the number of records. A flat line means no growth. */
export function growthChart(growths: Growth[]): string {
  const points = growths.flatMap(({ costs }) => costs);
  const x = logScale(
    points.map(({ airports }) => airports),
    margin.left,
    width - margin.right,
  );
  const y = logScale(
    points.map(({ cost }) => cost),
    height - margin.bottom,
    margin.top,
  );
  const horizontalGrid = y.ticks.map(
    (tick) =>
      `<path d="M${margin.left} ${y.at(tick)}H${width - margin.right}" class="grid"/>` +
      `<text x="${margin.left - 8}" y="${y.at(tick) + 4}" class="scale" text-anchor="end">${tick} ms</text>`,
  );
  const xAxisLabels = x.ticks.map(
    (tick) =>
      `<text x="${x.at(tick)}" y="${height - margin.bottom + 20}" class="scale" text-anchor="middle">${tick.toLocaleString('en')}</text>`,
  );
  const labels = spreadLabels(growths.map(({ costs }) => y.at(costs.at(-1)?.cost ?? 1)));
  const lines = growths.map(({ case: name, costs }, at) => {
    const colour = colours[at % colours.length];
    const corners = costs.map(({ airports, cost }) => `${x.at(airports).toFixed(1)},${y.at(cost).toFixed(1)}`);
    return (
      `<polyline points="${corners.join(' ')}" fill="none" stroke="${colour}" stroke-width="2"/>` +
      `<text x="${width - margin.right + 10}" y="${((labels[at] ?? 0) + 4).toFixed(1)}" fill="${colour}">${name}</text>`
    );
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="CPU milliseconds per request or row, by number of airports">`,
    '<style>text{font:12px system-ui,sans-serif}.scale{fill:#6b7280}.grid{stroke:#9ca3af;stroke-opacity:.35}</style>',
    ...horizontalGrid,
    ...xAxisLabels,
    ...lines,
    '</svg>',
    '',
  ].join('\n');
}

/** Moves labels down so that they do not overlap. */
function spreadLabels(heights: number[]): number[] {
  const positions = [...heights];
  let lastPosition = Number.NEGATIVE_INFINITY;
  for (const at of heights.map((_, index) => index).sort((a, b) => (heights[a] ?? 0) - (heights[b] ?? 0))) {
    lastPosition = Math.max(heights[at] ?? 0, lastPosition + lineHeight);
    positions[at] = lastPosition;
  }
  return positions;
}
