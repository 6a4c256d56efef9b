import type { BodyField } from '../../contract/body-fields.ts';
import { valueAt, withValue } from '../../contract/body-fields.ts';
import { cachedPromise } from '../cached-promise.ts';
import type { RecordData } from '../requests/response-data.ts';
import type { TestBackend } from '../test-backend.ts';
import type { TestRecords } from './records.ts';
import { type Body, findTestedEntity, type Reference, type TestedEntity } from './tested-entity.ts';

/** The records that sample bodies refer to. Records named in the contract's examples are created if the backend lacks them. */
export class ReferenceTargets {
  readonly #backend: TestBackend;
  readonly #cachedRecords = new Map<string, Promise<RecordData>>();

  constructor(backend: TestBackend) {
    this.#backend = backend;
  }

  /** Returns the example body of an entity, with references to existing records. */
  async exampleBody(entity: TestedEntity): Promise<Body> {
    let body = entity.example;
    for (const reference of entity.references) {
      const code = valueAt(body, reference.path);
      if (typeof code !== 'string') continue;
      body = this.#setReference(
        body,
        entity,
        reference,
        await this.#recordByCode(this.#entity(reference.target), code),
      );
    }
    return body;
  }

  /** Returns a body that refers to the target record, without references that could contradict it. */
  async bodyReferringTo(
    entity: TestedEntity,
    reference: Reference,
    target: RecordData,
    records: TestRecords,
  ): Promise<Body> {
    let body = await records.freshBody(entity);
    for (const other of entity.references) {
      const couldContradict = this.#entity(other.target).references.some((targetReference) =>
        isSame(targetReference, reference),
      );
      if (couldContradict && isTopLevel(other) && !isSame(other, reference)) body = withValue(body, other.path, null);
    }
    return this.#setReference(body, entity, reference, target);
  }

  /** Returns an active record with a different code, which is created if there is none. */
  async findOrCreateOther(tag: string, code: unknown, records: TestRecords): Promise<RecordData> {
    const entity = this.#entity(tag);
    const { data } = await this.#backend.call(entity.operations.list, 'admin', {
      query: { status: 'active', pageSize: 10 },
    });
    const items = (data.items ?? []) as RecordData[]; // Cast: a list holds records.
    return items.find((item) => item.code !== code) ?? records.create(entity, 'active', 'editor');
  }

  /** Sets a reference, and copies references that must agree: an airport has the country of its city. */
  #setReference(body: Body, entity: TestedEntity, reference: Reference, target: RecordData): Body {
    const sharedReferences = this.#entity(reference.target).references.filter(
      (candidate) =>
        isTopLevel(candidate) && entity.references.some((entityReference) => isSame(entityReference, candidate)),
    );
    const consistentBody = sharedReferences
      .filter((shared) => !isSame(shared, reference) && target[shared.path[0] ?? ''])
      .reduce((result, { path }) => withValue(result, path, valueAt(target, path)), body);
    return withoutChinaOnlyFields(entity, withValue(consistentBody, reference.path, target.code));
  }

  /** Returns the entity that a reference is to. */
  entityOf({ target }: Reference): TestedEntity {
    return this.#entity(target);
  }

  #recordByCode(entity: TestedEntity, code: string): Promise<RecordData> {
    return cachedPromise(this.#cachedRecords, `${entity.tag} ${code}`, () => this.#findOrCreate(entity, code));
  }

  async #findOrCreate(entity: TestedEntity, code: string): Promise<RecordData> {
    const { data } = await this.#backend.call(entity.operations.list, 'admin', { query: { code, pageSize: 10 } });
    const [existingRecord] = (data.items ?? []) as RecordData[]; // Cast: a list holds records.
    return existingRecord ?? this.#backend.sharedRecords.createReferenceTarget(entity, code);
  }

  #entity(tag: string): TestedEntity {
    const entity = findTestedEntity(this.#backend.contract, tag);
    if (!entity) throw new Error(`x-reference names ${tag}, which is no kind of record`);
    return entity;
  }
}

function isSame(a: Reference, b: Reference): boolean {
  return a.target === b.target && a.path.join() === b.path.join();
}

function isTopLevel({ path }: BodyField): boolean {
  return path.length === 1;
}

function withoutChinaOnlyFields({ rules }: TestedEntity, body: Body): Body {
  const brokenRules = rules.filter(
    ({ rule, fields }) => rule === 'chinaOnly' && fields.some((name) => body[name] !== 'CN'),
  );
  return { ...body, ...Object.fromEntries(brokenRules.map(({ at }) => [at, null])) };
}
