export const days = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;
export type Day = (typeof days)[number];

/** Sorts days from Monday to Sunday and removes duplicates. */
export const sortDays = (chosen: Iterable<Day>): Day[] => {
  const chosenDays = new Set(chosen);
  return days.filter((day) => chosenDays.has(day));
};

/** Sorts days and groups three or more consecutive ones (Mon–Thu); others are groups of one. */
export function groupIntoRanges(chosen: readonly Day[]): Day[][] {
  const groups: Day[][] = [];
  for (const day of sortDays(chosen)) {
    const lastGroup = groups.at(-1);
    const previousDay = lastGroup?.at(-1);
    if (lastGroup && previousDay && days.indexOf(day) === days.indexOf(previousDay) + 1) lastGroup.push(day);
    else groups.push([day]);
  }
  // two days are listed, not shown as a range
  return groups.flatMap((group) => (group.length === 2 ? group.map((day) => [day]) : [group]));
}
