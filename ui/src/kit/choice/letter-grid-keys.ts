export const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/** Returns the letter that a key moves to in a grid with this many columns, or undefined. */
export function findLetterByKey(from: string, key: string, columns: number): string | undefined {
  const index = LETTERS.indexOf(from);
  const rowStart = index - (index % columns);
  const targets: Record<string, number> = {
    ArrowRight: index + 1,
    ArrowLeft: index - 1,
    ArrowDown: index + columns,
    ArrowUp: index - columns,
    Home: rowStart,
    End: Math.min(rowStart + columns, LETTERS.length) - 1,
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
