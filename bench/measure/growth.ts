import { benchImport } from '../import.ts';
import { benchRecords } from '../samples/records.ts';
import { printProgress, type Result } from './results.ts';

/** The cost of one case on databases of several sizes. */
export interface Growth {
  case: string;
  /** Whether the cost is per request or per row. */
  per: 'request' | 'row';
  /** CPU milliseconds by number of airports. */
  costs: { airports: number; cost: number }[];
}

const airportCounts = [10_000, 100_000, 1_000_000];
// Import files may have up to 64 MiB.
const MAX_FILE_AIRPORTS = 400_000;
const STATION_COUNT = 6000;
const LOG_ROWS_PER_AIRPORT = 3;
const schedule = { connections: [10], durationMs: 2000, maxTries: 3 };
const casesPerRow = ['export', 'import'];
const skippedCases = ['feed', 'mixed', 'memory', 'marked-list', 'cold-start'];

/** Runs the cases on 10,000, 100,000 and 1,000,000 airports. */
export async function benchGrowth(isWanted: (name: string) => boolean, maxAirports = Number.POSITIVE_INFINITY) {
  const growthByCase = new Map<string, Growth>();
  for (const airports of airportCounts.filter((size) => size <= maxAirports)) {
    printProgress(`growth: ${airports} airports`);
    const isMeasured = (name: string) => !skippedCases.includes(name) && isWanted(name);
    const records = await benchRecords(
      { airports, stations: STATION_COUNT, logRows: airports * LOG_ROWS_PER_AIRPORT },
      schedule,
      isMeasured,
    );
    for (const result of records) addCost(growthByCase, airports, result);
    if (!isWanted('import')) continue;
    const fileAirports = Math.min(airports, MAX_FILE_AIRPORTS);
    for (const result of await benchImport({ airports: fileAirports, idleMs: 8000 }))
      addCost(growthByCase, fileAirports, result);
  }
  return [...growthByCase.values()];
}

function addCost(growthByCase: Map<string, Growth>, airports: number, { case: name, cost }: Result): void {
  if (cost === undefined) return;
  const growth = growthByCase.get(name) ?? {
    case: name,
    per: casesPerRow.includes(name) ? 'row' : 'request',
    costs: [],
  };
  growth.costs.push({ airports, cost });
  growthByCase.set(name, growth);
}

/** Returns the cost on the largest database relative to the smallest one. The goal is logarithmic growth. */
export function toResult({ case: name, per, costs }: Growth): Result {
  const [smallest, largest] = [costs[0], costs.at(-1)];
  if (!smallest || !largest) throw new Error(`${name} was measured on no database.`);
  return {
    case: `growth-${name}`,
    ratio: largest.cost / smallest.cost,
    goal: { atMost: Math.log(largest.airports) / Math.log(smallest.airports) },
    figures: Object.fromEntries(costs.map(({ airports, cost }) => [`${airports}`, `${cost.toFixed(3)} ms a ${per}`])),
  };
}
