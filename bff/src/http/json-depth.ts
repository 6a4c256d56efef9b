/** Levels of lists and objects within one another, in whatever comes from outside: what is deeper overflows the stack of whoever walks it. */
export const MAX_JSON_DEPTH = 20;

/** Whether a value of JSON has more levels than it may. */
export function isTooDeep(value: unknown): boolean {
  let level = [value];
  for (let depth = 0; depth <= MAX_JSON_DEPTH && level.length > 0; depth++)
    level = level.flatMap((each) => (typeof each === 'object' && each !== null ? Object.values(each) : []));
  return level.length > 0;
}
