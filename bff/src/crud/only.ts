/** The one of a batch of one. */
export function only<T>(batch: T[]): T {
  const [one] = batch;
  if (one === undefined || batch.length > 1) throw new Error(`a batch of one, not of ${batch.length}, was expected`);
  return one;
}
