/** How many records and log rows a benchmark database has. */
export interface Sizes {
  airports: number;
  stations: number;
  /** All rows of the change log, at least one per record. */
  logRows: number;
  /** Near how many cities of the starter set airports are generated; by default all. */
  cities?: number;
}

export const fullSizes: Sizes = { airports: 100_000, stations: 60_000, logRows: 10_000_000 };
// With fewer cities a search matches as many airports as in the full sizes, and so costs as much.
export const quickSizes: Sizes = { airports: 20_000, stations: 2000, logRows: 100_000, cities: 57 };
