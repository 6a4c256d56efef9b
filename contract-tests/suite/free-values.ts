import type { BodyField } from '../contract/places.ts';
import { unusedCandidates } from './codes.ts';
import type { Kind } from './kind.ts';
import type { TestBackend } from './test-backend.ts';

interface Pool {
  untried: string[];
  free: string[];
}

/** Unused values for unique fields. Cases delete their records, so a value can be used again. */
export class FreeValues {
  readonly #backend: TestBackend;
  readonly #pools = new Map<string, Pool>();

  constructor(backend: TestBackend) {
    this.#backend = backend;
  }

  /** A free value by number, cycling through the pool, or one that is never handed out again. */
  async pick(kind: Kind, { path, schema }: BodyField, index: number | 'for good'): Promise<string> {
    const name = path.join('/');
    const pool = this.#pools.get(`${kind.tag} ${name}`) ?? { untried: unusedCandidates(schema), free: [] };
    this.#pools.set(`${kind.tag} ${name}`, pool);
    const position = index === 'for good' ? 0 : index;
    while (pool.free.length <= position) {
      const value = pool.untried.shift();
      if (value === undefined) break;
      if (await this.#isFree(kind, name, value)) pool.free.push(value);
    }
    const value = index === 'for good' ? pool.free.shift() : pool.free[position % pool.free.length];
    if (value === undefined) throw new Error(`no ${name} is free for a ${kind.tag}; delete some of its records`);
    return value;
  }

  /** Called when a cleanup failed and values may still be in use. */
  clear(): void {
    this.#pools.clear();
  }

  async #isFree({ ops }: Kind, name: string, value: string): Promise<boolean> {
    if (!ops.list.parameters.some((parameter) => parameter.name === name)) return true;
    const { data } = await this.#backend.call(ops.list, 'admin', { query: { [name]: value, pageSize: 10 } });
    return data.total === 0;
  }
}
