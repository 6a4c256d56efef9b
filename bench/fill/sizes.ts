/** The numbers of records and log rows of a benchmark database. */
export interface Sizes {
  airports: number;
  stations: number;
  /** The number of rows in the change log, at least one per record. */
  logRows: number;
  /** The number of cities of the starter set near which airports are generated. The default is all cities. */
  cities?: number;
}

export const fullSizes: Sizes = { airports: 100_000, stations: 60_000, logRows: 10_000_000 };
// With fewer cities a search matches as many airports as with the full sizes, so it costs as much.
export const quickSizes: Sizes = { airports: 20_000, stations: 2000, logRows: 100_000, cities: 57 };
