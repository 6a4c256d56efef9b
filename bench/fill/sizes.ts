/** How many of each a database is filled with. */
export interface Sizes {
  airports: number;
  stations: number;
  /** Rows of the change log in all; at least one per record. */
  logRows: number;
  /** How many places of the starter set airports lie near; all of them without it. */
  places?: number;
}

export const full: Sizes = { airports: 100_000, stations: 60_000, logRows: 10_000_000 };
// a name finds as many airports in both: what it finds is what looking for it costs
export const quick: Sizes = { airports: 20_000, stations: 2000, logRows: 100_000, places: 57 };
