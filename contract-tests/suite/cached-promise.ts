import { addExchanges, type Exchange, recordExchanges } from './requests/exchanges.ts';

const exchangesOf = new WeakMap<Promise<unknown>, Exchange[]>();

/**
 * Returns the cached value of a key, or creates it. A failure is not cached, so that the next case tries again, unless it is to be
 * kept. The exchanges of the creation count as those of each case that uses the value or meets the failure.
 */
export async function cachedPromise<Value>(
  cache: Map<string, Promise<Value>>,
  key: string,
  create: () => Promise<Value>,
  { keepsFailure = false } = {},
): Promise<Value> {
  const promise = cache.get(key) ?? startCreation(cache, key, create, keepsFailure);
  try {
    return await promise;
  } finally {
    addExchanges(...(exchangesOf.get(promise) ?? []));
  }
}

function startCreation<Value>(
  cache: Map<string, Promise<Value>>,
  key: string,
  create: () => Promise<Value>,
  keepsFailure: boolean,
): Promise<Value> {
  const exchanges: Exchange[] = [];
  const created = recordExchanges(exchanges, create);
  exchangesOf.set(created, exchanges);
  cache.set(key, created);
  created.catch(() => {
    if (!keepsFailure && cache.get(key) === created) cache.delete(key);
  });
  return created;
}
