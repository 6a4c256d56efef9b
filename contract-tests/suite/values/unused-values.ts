import type { BodyField } from '../../contract/body-fields.ts';
import { takesRange } from '../../contract/operations.ts';
import type { TestBackend } from '../test-backend.ts';
import type { TestedEntity } from '../tested-entity.ts';
import { probablyUnusedValues } from './probably-unused-values.ts';

interface Pool {
  untriedValues: string[];
  unusedValues: string[];
}

/** Hands out unused values for unique fields. Cases delete their records, so values are reused. */
export class UnusedValues {
  readonly #backend: TestBackend;
  readonly #pools = new Map<string, Pool>();

  constructor(backend: TestBackend) {
    this.#backend = backend;
  }

  /** Returns the unused value at an index, wrapping around, or one that will never be returned again. */
  async pick(entity: TestedEntity, { path, schema }: BodyField, index: number | 'never reused'): Promise<string> {
    const name = path.join('/');
    const pool = this.#pools.get(`${entity.tag} ${name}`) ?? {
      untriedValues: probablyUnusedValues(schema),
      unusedValues: [],
    };
    this.#pools.set(`${entity.tag} ${name}`, pool);
    const position = index === 'never reused' ? 0 : index;
    while (pool.unusedValues.length <= position) {
      const candidate = pool.untriedValues.shift();
      if (candidate === undefined) break;
      if (await this.#isUnused(entity, name, candidate)) pool.unusedValues.push(candidate);
    }
    const value =
      index === 'never reused' ? pool.unusedValues.shift() : pool.unusedValues[position % pool.unusedValues.length];
    if (value === undefined) throw new Error(`every ${name} for a ${entity.tag} is in use; delete some of its records`);
    return value;
  }

  /** Forgets which values are unused, for when a cleanup failed and they may still be in use. */
  forgetUnused(): void {
    this.#pools.clear();
  }

  async #isUnused({ operations }: TestedEntity, name: string, value: string): Promise<boolean> {
    const parameter = operations.list.parameters.find((candidate) => candidate.name === name);
    if (!parameter || takesRange(parameter)) return true;
    const { data } = await this.#backend.call(operations.list, 'admin', { query: { [name]: value, pageSize: 10 } });
    return data.total === 0;
  }
}
