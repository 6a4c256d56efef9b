import { benchImport } from './import.ts';
import { benchRecords } from './records.ts';
import { type Result, say } from './results.ts';

/** The cost of one case on databases of several sizes. */
export interface Growth {
  case: string;
  /** Whether the cost is per request or per row. */
  per: 'request' | 'row';
  /** CPU milliseconds by number of airports. */
  costs: { airports: number; cost: number }[];
}

const sizes = [10_000, 100_000, 1_000_000];
// Import files may have up to 64 MiB.
const largestFile = 400_000;
const stations = 6000;
const logRowsEach = 3;
const schedule = { connections: [10], duration: 2000, tries: 3 };
const perRow = ['export', 'import'];
const left = ['feed', 'mixed', 'memory', 'cold-start'];

/** Runs the cases on 10,000, 100,000 and 1,000,000 airports. */
export async function benchGrowth(isWanted: (name: string) => boolean, largest = Number.POSITIVE_INFINITY) {
  const grown = new Map<string, Growth>();
  for (const airports of sizes.filter((size) => size <= largest)) {
    say(`growth: ${airports} airports`);
    const asked = (name: string) => !left.includes(name) && isWanted(name);
    const records = await benchRecords({ airports, stations, logRows: airports * logRowsEach }, schedule, asked);
    for (const result of records) note(grown, airports, result);
    if (!isWanted('import')) continue;
    const file = Math.min(airports, largestFile);
    for (const result of await benchImport({ airports: file, idleFor: 8000 })) note(grown, file, result);
  }
  return [...grown.values()];
}

function note(grown: Map<string, Growth>, airports: number, { case: name, cost }: Result): void {
  if (cost === undefined) return;
  const growth = grown.get(name) ?? { case: name, per: perRow.includes(name) ? 'row' : 'request', costs: [] };
  growth.costs.push({ airports, cost });
  grown.set(name, growth);
}

/** The cost on the largest database relative to the smallest; the goal is logarithmic growth. */
export function toResult({ case: name, per, costs }: Growth): Result {
  const [first, last] = [costs[0], costs.at(-1)];
  if (!first || !last) throw new Error(`${name} was measured on no database.`);
  return {
    case: `growth-${name}`,
    ratio: last.cost / first.cost,
    goal: { atMost: Math.log(last.airports) / Math.log(first.airports) },
    figures: Object.fromEntries(costs.map(({ airports, cost }) => [`${airports}`, `${cost.toFixed(3)} ms a ${per}`])),
  };
}
