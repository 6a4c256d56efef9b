import type { Place } from '../contract/places.ts';
import { likelyFree } from './codes.ts';
import type { Kind } from './kind.ts';
import type { World } from './world.ts';

interface Pool {
  untried: string[];
  free: string[];
}

/** Values that no record had when they were first asked for; cases give back what they take. */
export class FreeValues {
  readonly #world: World;
  readonly #pools = new Map<string, Pool>();

  constructor(world: World) {
    this.#world = world;
  }

  /** The free value with this number, which come round; or one that nobody is given again. */
  async pick(kind: Kind, { path, schema }: Place, turn: number | 'for good'): Promise<string> {
    const name = path.join('/');
    const pool = this.#pools.get(`${kind.tag} ${name}`) ?? { untried: likelyFree(schema), free: [] };
    this.#pools.set(`${kind.tag} ${name}`, pool);
    const index = turn === 'for good' ? 0 : turn;
    while (pool.free.length <= index) {
      const value = pool.untried.shift();
      if (value === undefined) break;
      if (await this.#isFree(kind, name, value)) pool.free.push(value);
    }
    const found = turn === 'for good' ? pool.free.shift() : pool.free[index % pool.free.length];
    if (found === undefined) throw new Error(`no ${name} is free for a ${kind.tag}; delete some of its records`);
    return found;
  }

  /** After records stayed behind that should not have. */
  forget(): void {
    this.#pools.clear();
  }

  async #isFree({ ops }: Kind, name: string, value: string): Promise<boolean> {
    if (!ops.list.parameters.some((parameter) => parameter.name === name)) return true;
    const { data } = await this.#world.call(ops.list, 'admin', { query: { [name]: value, pageSize: 10 } });
    return data.total === 0;
  }
}
