/** How many of each a database is filled with. */
export interface Sizes {
  airports: number;
  stations: number;
  /** Rows of the change log in all; at least one per record. */
  logRows: number;
}

export const full: Sizes = { airports: 100_000, stations: 60_000, logRows: 10_000_000 };
export const quick: Sizes = { airports: 20_000, stations: 6000, logRows: 200_000 };
