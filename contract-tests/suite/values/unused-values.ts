import type { BodyField } from '../../contract/body-fields.ts';
import { takesRange } from '../../contract/operations.ts';
import type { TestedEntity } from '../records/tested-entity.ts';
import type { RecordData } from '../requests/response-data.ts';
import type { TestBackend } from '../test-backend.ts';
import { probablyUnusedValues } from './probably-unused-values.ts';

interface Pool {
  untriedValues: string[];
  unusedValues: string[];
}

/** Hands out unused values for unique fields. Cases delete their records, so values are reused. */
export class UnusedValues {
  readonly #backend: TestBackend;
  readonly #pools = new Map<string, Pool>();
  /** The values that will not be returned again, each after its entity and field. */
  readonly #reservedValues = new Set<string>();

  constructor(backend: TestBackend) {
    this.#backend = backend;
  }

  /** Returns the unused value at an index, wrapping around, or one that was never returned and never will be again. */
  async pick(entity: TestedEntity, { path, schema }: BodyField, index: number | 'never reused'): Promise<string> {
    const name = path.join('/');
    const key = `${entity.tag} ${name}`;
    const pool = this.#pools.get(key) ?? {
      untriedValues: probablyUnusedValues(schema).filter((value) => !this.#reservedValues.has(`${key} ${value}`)),
      unusedValues: [],
    };
    this.#pools.set(key, pool);
    if (index !== 'never reused') {
      while (pool.unusedValues.length <= index) {
        const value = await this.#takeUntried(entity, name, pool);
        if (value === undefined) break;
        pool.unusedValues.push(value);
      }
    }
    const value =
      index === 'never reused'
        ? await this.#takeUntried(entity, name, pool)
        : pool.unusedValues[index % pool.unusedValues.length];
    if (value === undefined)
      throw new Error(
        `${entity.operations.list.id} lists a record of each ${name} that the cases may use; delete some of these records`,
      );
    if (index === 'never reused') this.#reservedValues.add(`${key} ${value}`);
    return value;
  }

  /** Forgets which values are unused, for when a cleanup failed and they may still be in use. */
  forgetUnused(): void {
    this.#pools.clear();
  }

  /** Returns the next value that is not in use, or undefined if there is none. */
  async #takeUntried(entity: TestedEntity, name: string, { untriedValues }: Pool): Promise<string | undefined> {
    for (let value = untriedValues.shift(); value !== undefined; value = untriedValues.shift())
      if (await this.#isUnused(entity, name, value)) return value;
    return undefined;
  }

  /** Looks at the items and not at the total, so that a wrong total or an ignored filter fails the cases of the list alone. */
  async #isUnused({ operations }: TestedEntity, name: string, value: string): Promise<boolean> {
    const parameter = operations.list.parameters.find((candidate) => candidate.name === name);
    if (!parameter || takesRange(parameter)) return true;
    const { data } = await this.#backend.call(operations.list, 'admin', { query: { [name]: value, pageSize: 10 } });
    const items = (data.items ?? []) as RecordData[]; // Cast: a list holds records.
    return !items.some((item) => String(item[name]).toUpperCase() === value.toUpperCase());
  }
}
