export function moved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const rest = items.filter((_, index) => index !== from);
  const item = items[from];
  if (item !== undefined) rest.splice(to, 0, item);
  return rest;
}
