import type { MockRecord } from '../data.ts';
import { percentChange } from './decimals.ts';

// a board may have any of these; comparisons use the first one that is there
const AMOUNTS = ['middle', 'sell', 'buy', 'cashSell', 'cashBuy'];
const TREND_LENGTH = 30;
const DAY_MS = 86_400_000;

const pairOf = ({ base, quote, source }: MockRecord) => [base, quote, source].join(' ');
const comparedAmount = (rate: MockRecord) => AMOUNTS.find((name) => rate[name] !== null) ?? null;
const comparedValue = (rate: MockRecord) => rate[comparedAmount(rate) ?? ''];
const byTime = (a: MockRecord, b: MockRecord) => String(a.quotedAt).localeCompare(String(b.quotedAt));

/** Returns the newest active rate of each pair, and the pending ones. */
export function latestRates(rates: MockRecord[]): MockRecord[] {
  const newest = new Map<string, MockRecord>();
  for (const rate of rates.filter(({ status }) => status === 'active').toSorted(byTime)) newest.set(pairOf(rate), rate);
  const latest = new Set(newest.values());
  return rates.filter((rate) => rate.status === 'pending' || latest.has(rate));
}

/** Returns the active rates that can be compared with a rate: of the same pair, unit and amount. */
const comparableRates = (rates: MockRecord[], rate: MockRecord) =>
  rates.filter(
    (other) =>
      other.status === 'active' &&
      pairOf(other) === pairOf(rate) &&
      other.unit === rate.unit &&
      comparedAmount(other) === comparedAmount(rate),
  );

const earlierRates = (rates: MockRecord[], rate: MockRecord) =>
  comparableRates(rates, rate)
    .filter(({ quotedAt }) => String(quotedAt) < String(rate.quotedAt))
    .toSorted(byTime);

const toPoint = (rate: MockRecord) => ({ quotedAt: rate.quotedAt, value: comparedValue(rate) });

function changeOf(earlier: MockRecord | undefined, rate: MockRecord) {
  const [before, now] = [earlier && comparedValue(earlier), comparedValue(rate)];
  return { previous: before ?? null, change: before && now ? percentChange(String(before), String(now)) : null };
}

/** Returns rates of a list with the value before each, and in the latest view with the trend. */
export function toRateItems(rates: MockRecord[], all: MockRecord[], showsAll: boolean) {
  return rates.map((rate) => {
    const earlier = earlierRates(all, rate);
    const trend = showsAll ? [] : [...earlier.slice(1 - TREND_LENGTH), rate].map(toPoint);
    return { ...rate, ...changeOf(earlier.at(-1), rate), trend: trend.filter(({ value }) => value) };
  });
}

/** Returns the values of a rate's pair over time, oldest first. */
export function rateSeries(rate: MockRecord, all: MockRecord[], days: number | undefined) {
  const others = comparableRates(all, rate).filter(({ id }) => id !== rate.id);
  const rates = [...others, rate].toSorted(byTime);
  const endMs = Math.max(...rates.map(({ quotedAt }) => Date.parse(String(quotedAt))));
  const startMs = days === undefined ? 0 : endMs - days * DAY_MS;
  const points = rates.filter(({ quotedAt }) => Date.parse(String(quotedAt)) >= startMs).map(toPoint);
  return {
    amount: comparedAmount(rate),
    ...changeOf(earlierRates(all, rate).at(-1), rate),
    points: points.filter(({ value }) => value),
  };
}
