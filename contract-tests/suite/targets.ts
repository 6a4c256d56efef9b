import type { Place } from '../contract/places.ts';
import { valueAt, withValue } from '../contract/places.ts';
import type { RecordData } from './data.ts';
import { type Body, type Kind, kindTagged, type Reference } from './kind.ts';
import type { Records } from './records.ts';
import type { World } from './world.ts';

/** The records that sample bodies refer to: those of the contract's examples, else what the backend has. */
export class Targets {
  readonly #world: World;
  readonly #found = new Map<string, Promise<RecordData | undefined>>();

  constructor(world: World) {
    this.#world = world;
  }

  /** The example of a kind, its references led to records that there are. */
  async example(kind: Kind, records: Records): Promise<Body> {
    let body = kind.example;
    for (const place of kind.references) {
      const code = valueAt(body, place.path);
      if (typeof code !== 'string') continue;
      const other = this.#kind(place.target);
      const target =
        (await this.#first(other, { code })) ??
        (await this.#first(other, { status: 'active' })) ??
        (await records.make(other, 'active', 'editor'));
      body = this.#with(body, kind, place, target);
    }
    return body;
  }

  /** A body that refers to this very record; what would contradict it is left out. */
  async referring(kind: Kind, place: Reference, target: RecordData, records: Records): Promise<Body> {
    let body = await records.freshBody(kind);
    for (const other of kind.references) {
      const named = this.#kind(other.target).references.some((one) => isSame(one, place));
      if (named && isField(other) && !isSame(other, place)) body = withValue(body, other.path, null);
    }
    return this.#with(body, kind, place, target);
  }

  /** An active record with another code than this, or one made for the case. */
  async another(tag: string, code: unknown, records: Records): Promise<RecordData> {
    const kind = this.#kind(tag);
    const { data } = await this.#world.call(kind.ops.list, 'admin', { query: { status: 'active', pageSize: 10 } });
    const items = (data.items ?? []) as RecordData[]; // Cast: a list holds records.
    return items.find((item) => item.code !== code) ?? records.make(kind, 'active', 'editor');
  }

  /** Refers to the target, and by fields of the same meaning to what it refers to: a city's country is its airport's. */
  #with(body: Body, kind: Kind, place: Reference, target: RecordData): Body {
    const shared = this.#kind(place.target).references.filter(
      (one) => isField(one) && kind.references.some((own) => isSame(own, one)),
    );
    const referring = shared
      .filter((one) => !isSame(one, place) && target[one.path[0] ?? ''])
      .reduce((made, { path }) => withValue(made, path, valueAt(target, path)), body);
    return withoutChinese(kind, withValue(referring, place.path, target.code));
  }

  #first(kind: Kind, query: Record<string, string>): Promise<RecordData | undefined> {
    const key = `${kind.tag} ${JSON.stringify(query)}`;
    const found =
      this.#found.get(key) ??
      this.#world
        .call(kind.ops.list, 'admin', { query: { ...query, pageSize: 10 } })
        .then(({ data }) => data.items?.[0] as RecordData | undefined); // Cast: a list holds records.
    this.#found.set(key, found);
    return found;
  }

  #kind(tag: string): Kind {
    const kind = kindTagged(this.#world.contract, tag);
    if (!kind) throw new Error(`x-reference names ${tag}, which is no kind of record`);
    return kind;
  }
}

function isSame(one: Reference, other: Reference): boolean {
  return one.target === other.target && one.path.join() === other.path.join();
}

function isField({ path }: Place): boolean {
  return path.length === 1;
}

function withoutChinese({ rules }: Kind, body: Body): Body {
  const broken = rules.filter(({ rule, fields }) => rule === 'chinaOnly' && fields.some((name) => body[name] !== 'CN'));
  return { ...body, ...Object.fromEntries(broken.map(({ at }) => [at, null])) };
}
