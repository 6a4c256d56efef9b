import type { BodyField } from '../contract/places.ts';
import { valueAt, withValue } from '../contract/places.ts';
import type { RecordData } from './data.ts';
import { type Body, type Kind, kindTagged, type Reference } from './kind.ts';
import type { Records } from './records.ts';
import type { TestBackend } from './test-backend.ts';

/** The records that sample bodies refer to: those of the contract's examples, made where the backend lacks them. */
export class Targets {
  readonly #backend: TestBackend;
  readonly #found = new Map<string, Promise<RecordData>>();

  constructor(backend: TestBackend) {
    this.#backend = backend;
  }

  /** The example of a kind, its references led to records that there are. */
  async example(kind: Kind): Promise<Body> {
    let body = kind.example;
    for (const reference of kind.references) {
      const code = valueAt(body, reference.path);
      if (typeof code !== 'string') continue;
      body = this.#with(body, kind, reference, await this.#named(this.#kind(reference.target), code));
    }
    return body;
  }

  /** A body that refers to this very record; what would contradict it is left out. */
  async bodyReferringTo(kind: Kind, place: Reference, target: RecordData, records: Records): Promise<Body> {
    let body = await records.freshBody(kind);
    for (const other of kind.references) {
      const targetReferences = this.#kind(other.target).references.some((reference) => isSame(reference, place));
      if (targetReferences && isField(other) && !isSame(other, place)) body = withValue(body, other.path, null);
    }
    return this.#with(body, kind, place, target);
  }

  /** An active record with another code than this, or one made for the case. */
  async another(tag: string, code: unknown, records: Records): Promise<RecordData> {
    const kind = this.#kind(tag);
    const { data } = await this.#backend.call(kind.ops.list, 'admin', { query: { status: 'active', pageSize: 10 } });
    const items = (data.items ?? []) as RecordData[]; // Cast: a list holds records.
    return items.find((item) => item.code !== code) ?? records.make(kind, 'active', 'editor');
  }

  /** Refers to the target, and by fields of the same meaning to what it refers to: a city's country is its airport's. */
  #with(body: Body, kind: Kind, place: Reference, target: RecordData): Body {
    const sharedReferences = this.#kind(place.target).references.filter(
      (one) => isField(one) && kind.references.some((reference) => isSame(reference, one)),
    );
    const consistentBody = sharedReferences
      .filter((one) => !isSame(one, place) && target[one.path[0] ?? ''])
      .reduce((result, { path }) => withValue(result, path, valueAt(target, path)), body);
    return withoutChinese(kind, withValue(consistentBody, place.path, target.code));
  }

  #named(kind: Kind, code: string): Promise<RecordData> {
    const key = `${kind.tag} ${code}`;
    const cachedRecord = this.#found.get(key) ?? this.#findOrMake(kind, code);
    this.#found.set(key, cachedRecord);
    return cachedRecord;
  }

  async #findOrMake(kind: Kind, code: string): Promise<RecordData> {
    const { data } = await this.#backend.call(kind.ops.list, 'admin', { query: { code, pageSize: 10 } });
    const [existingRecord] = (data.items ?? []) as RecordData[]; // Cast: a list holds records.
    return existingRecord ?? this.#backend.shared.make(kind, code);
  }

  #kind(tag: string): Kind {
    const kind = kindTagged(this.#backend.contract, tag);
    if (!kind) throw new Error(`x-reference names ${tag}, which is no kind of record`);
    return kind;
  }
}

function isSame(one: Reference, other: Reference): boolean {
  return one.target === other.target && one.path.join() === other.path.join();
}

function isField({ path }: BodyField): boolean {
  return path.length === 1;
}

function withoutChinese({ rules }: Kind, body: Body): Body {
  const brokenRules = rules.filter(
    ({ rule, fields }) => rule === 'chinaOnly' && fields.some((name) => body[name] !== 'CN'),
  );
  return { ...body, ...Object.fromEntries(brokenRules.map(({ at }) => [at, null])) };
}
