import { type Schemas, type Status, transitions } from '#api/metadata.gen.ts';
import { readPointer } from '#crud/pointers.ts';

type UpcomingChange = Schemas['UpcomingChange'];

/** Returns the changes that take effect until a local time, without deletions. */
export const changesUntil = (upcoming: readonly UpcomingChange[], time: string): readonly UpcomingChange[] =>
  upcoming.filter(({ action, effectiveOn }) => action !== 'delete' && effectiveOn <= time);

/** Returns the changes that take effect until the beginning of a day, without deletions; none without a day. */
export const changesBefore = (upcoming: readonly UpcomingChange[], day: string | null): readonly UpcomingChange[] =>
  day === null ? [] : changesUntil(upcoming, `${day}T00:00`);

/** Returns the values that fields get by changes, in their order. */
export const valuesOf = (upcoming: readonly UpcomingChange[]) =>
  upcoming.flatMap(({ changes, values }) =>
    changes.map((pointer) => ({ pointer, value: readPointer(values ?? {}, pointer) })),
  );

/** Returns the values that fields get until the beginning of a day, the earliest first. */
export const valuesBefore = (upcoming: readonly UpcomingChange[], day: string | null) =>
  valuesOf(changesBefore(upcoming, day));

/** Returns the status that a record with this one now has at the beginning of a day. */
export const statusBefore = (status: Status, upcoming: readonly UpcomingChange[], day: string | null): Status =>
  changesBefore(upcoming, day).reduce(
    (current, { event }) => (event && transitions[event].from.includes(current) ? transitions[event].to : current),
    status,
  );
