import type { RecordData } from './data.ts';
import type { Kind } from './kind.ts';
import { type Prepared, prepare } from './prepare.ts';
import { Records, type State } from './records.ts';
import type { World } from './world.ts';

/** Records made once for all the cases that leave them as they are. */
export class Shared {
  readonly #world: World;
  readonly #records: Records;
  readonly #prepared = new Map<string, Promise<Prepared>>();

  constructor(world: World) {
    this.#world = world;
    this.#records = new Records(world, true);
  }

  async take(kind: Kind, state: State, by: string): Promise<Prepared> {
    const key = `${kind.tag} ${state} ${by}`;
    const found = this.#prepared.get(key) ?? prepare(this.#world, this.#records, kind, state, by);
    this.#prepared.set(key, found);
    return structuredClone(await found);
  }

  /** After a case that failed, and may not have left it as it was. */
  drop(kind: Kind, state: State, by: string): void {
    this.#prepared.delete(`${kind.tag} ${state} ${by}`);
  }

  /** A record that others refer to. */
  async make(kind: Kind, code: string): Promise<RecordData> {
    const body = { ...(await this.#records.freshBody(kind)), [kind.identity]: code };
    return this.#records.make(kind, 'active', 'editor', body);
  }

  async tidy(): Promise<void> {
    this.#prepared.clear();
    await this.#records.tidy();
  }
}
