export const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const columns = 13;

/** The letter that a key leads to in two rows of thirteen; undefined where it leads nowhere. */
export function stepTo(from: string, key: string): string | undefined {
  const here = letters.indexOf(from);
  const row = here - (here % columns);
  const places: Record<string, number> = {
    ArrowRight: here + 1,
    ArrowLeft: here - 1,
    ArrowDown: here + columns,
    ArrowUp: here - columns,
    Home: row,
    End: row + columns - 1,
  };
  const place = places[key];
  return place === undefined ? undefined : letters[place];
}

/** With or without the letter, each once and in the order of the alphabet. */
export function toggleLetter(values: readonly string[], letter: string): string[] {
  const chosen = new Set(values);
  if (!chosen.delete(letter)) chosen.add(letter);
  return letters.filter((one) => chosen.has(one));
}
