import { screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderInConsole } from '#testing/render.tsx';
import { LagChart } from './lag-chart.tsx';

afterEach(() => void vi.restoreAllMocks());

const now = '2026-11-20T06:40:00.000Z';
const minutesAgo = (minutes: number, lagMs: number) => ({
  time: new Date(Date.parse(now) - minutes * 60_000).toISOString(),
  lagMs,
});

/** Renders the chart with a threshold of a minute, and returns the height of the threshold and those of the points of the line. */
async function renderChart(lags: number[]) {
  const points = lags.map((lagMs, index) => minutesAgo(lags.length - 1 - index, lagMs));
  const { container } = await renderInConsole(
    <LagChart points={points} span="hour" now={now} failingSince={null} behindAfterMs={60_000} />,
  );
  const numbersOf = (stroke: string) =>
    (container.querySelector(`path[stroke="var(--${stroke})"]`)?.getAttribute('d') ?? '')
      .match(/[\d.]+/g)
      ?.map(Number) ?? [];
  const lineHeights = numbersOf('accent').filter((_, index) => index % 2 === 1);
  return { threshold: numbersOf('warn')[1] ?? Number.NaN, lineHeights };
}

it('draws the threshold at the height of a lag that equals it', async () => {
  const { threshold, lineHeights } = await renderChart([1000, 60_000, 90_000]);
  const [below, equal, above] = lineHeights;
  expect(threshold).toBeCloseTo(equal ?? 0, 1);
  expect(below).toBeGreaterThan(threshold);
  expect(above).toBeLessThan(threshold);
  expect(screen.getByText('Behind if lag exceeds 1:00')).toBeTruthy();
  expect(screen.getByRole('img').getAttribute('aria-label')).toContain('behind if it exceeds 1:00');
});

it.each([[[800, 900]], [[7_200_000, 800]]])('shows the threshold within the chart for the lags %j', async (lags) => {
  const { threshold, lineHeights } = await renderChart(lags);
  // the top and the bottom of the plot
  expect(threshold).toBeGreaterThan(18);
  expect(threshold).toBeLessThan(162);
  expect(Math.min(...lineHeights)).toBeGreaterThanOrEqual(18);
});

it.each([300, 800])('keeps the time labels apart in a chart of %i pixels', async (width) => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(width);
  const points = [minutesAgo(60, 1000), minutesAgo(0, 1000)];
  await renderInConsole(<LagChart points={points} span="day" now={now} failingSince={null} behindAfterMs={60_000} />);
  const positions = screen.getAllByText(/^\d\d:00$/).map((label) => Number(label.getAttribute('x')));
  const distances = positions.slice(1).map((x, index) => x - (positions[index] ?? 0));
  expect(distances.length).toBeGreaterThan(1);
  // a label is 33 pixels wide
  expect(Math.min(...distances)).toBeGreaterThan(40);
});
