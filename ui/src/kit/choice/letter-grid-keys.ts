export const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const COLUMNS = 13;

/** Returns the letter that a key moves to in two rows of thirteen, or undefined. */
export function findLetterByKey(from: string, key: string): string | undefined {
  const index = LETTERS.indexOf(from);
  const rowStart = index - (index % COLUMNS);
  const targets: Record<string, number> = {
    ArrowRight: index + 1,
    ArrowLeft: index - 1,
    ArrowDown: index + COLUMNS,
    ArrowUp: index - COLUMNS,
    Home: rowStart,
    End: rowStart + COLUMNS - 1,
  };
  const target = targets[key];
  return target === undefined ? undefined : LETTERS[target];
}

/** Adds or removes a letter; the result is in alphabetical order. */
export function toggleLetter(values: readonly string[], letter: string): string[] {
  const chosen = new Set(values);
  if (!chosen.delete(letter)) chosen.add(letter);
  return LETTERS.filter((candidate) => chosen.has(candidate));
}
