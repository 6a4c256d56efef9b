/** Returns the cached promise of a key, or creates it. A failure is not cached, so that the next case tries again. */
export function cachedPromise<Value>(
  cache: Map<string, Promise<Value>>,
  key: string,
  create: () => Promise<Value>,
): Promise<Value> {
  const cached = cache.get(key);
  if (cached) return cached;
  const created = create();
  cache.set(key, created);
  created.catch(() => {
    if (cache.get(key) === created) cache.delete(key);
  });
  return created;
}
