export const periods = [1, 7, 30] as const;
export type Period = (typeof periods)[number];

/** Today is the default and stays out of the address. */
export interface HomeSearch {
  days?: Period;
}

export const isPeriod = (value: unknown): value is Period => periods.some((period) => period === value);
