export const days = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;
export type Day = (typeof days)[number];

/** In the order of the week, each once. */
export const sortDays = (chosen: Iterable<Day>): Day[] => {
  const set = new Set(chosen);
  return days.filter((day) => set.has(day));
};

/** Neighbouring days together: Mon–Thu, Sat. */
export function groupConsecutiveDays(chosen: readonly Day[]): Day[][] {
  const groups: Day[][] = [];
  for (const day of sortDays(chosen)) {
    const last = groups.at(-1);
    const before = last?.at(-1);
    if (last && before && days.indexOf(day) === days.indexOf(before) + 1) last.push(day);
    else groups.push([day]);
  }
  // two days are named, not spanned
  return groups.flatMap((run) => (run.length === 2 ? run.map((day) => [day]) : [run]));
}
