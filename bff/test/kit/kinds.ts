import { entities } from '../../src/entities/index.ts';
import type { ErrorKey, OperationId, Schemas } from '../../src/http/contract.ts';
import { told } from './client.ts';
import { codes, complete, type Kept, type Kind, type Written } from './complete-bodies.ts';
import type { DemoAccount, Service } from './service.ts';

interface Data<K extends Kind> {
  record: Kept<K>;
  labels: Schemas['Labels'];
  proposal: Omit<Schemas['CountryProposal'], 'after'> & { after: Written<K> };
}
interface Page<K extends Kind> {
  items: (Kept<K> & Partial<Schemas['RateItem']>)[];
  labels: Schemas['Labels'];
  total: number;
  counts: Schemas['Counts'];
}
interface History<K extends Kind> {
  items: { action: string; version: number; before: Kept<K> | null; after: Kept<K> | null }[];
  labels: Schemas['Labels'];
}

/** What a test does with records of a kind, each step by another of the demo accounts. */
export function kindOf<K extends Kind>({ as, db }: Pick<Service, 'as' | 'db'>, kind: K) {
  const entity = entities.find(({ singular }) => singular === kind);
  if (!entity) throw new Error(`No kind “${kind}”.`);
  const { table, plural, fields } = entity;
  // operations are called by their kind; the client checks that the contract has them, and their answers
  const operation = (name: string) => name as OperationId;
  const ask = async <A>(who: DemoAccount, name: string, parts: object, status: 200 | 201 | 202 = 200) =>
    ((await as(who)).ok as (id: OperationId, parts: object, status: number) => Promise<unknown>)(
      operation(name),
      parts,
      status,
    ) as Promise<A>;
  const at = ({ id, version }: Pick<Kept<K>, 'id' | 'version'>) => ({ path: { id }, ifMatch: version });

  let free: Promise<Iterator<string>> | undefined;
  const findFree = async () => {
    const taken = new Set(kind === 'Rate' ? [] : await db(table).pluck('code'));
    return codes[kind].filter((code) => !taken.has(code)).values();
  };
  const freeCode = async (): Promise<string> => {
    free ??= findFree();
    return (await free).next().value;
  };

  const body = async (changes: Partial<Written<K>> = {}): Promise<Written<K>> => ({
    ...complete[kind](await freeCode()),
    ...changes,
  });
  /** The fields that a person writes, to send them back with changes. */
  const written = (record: Kept<K>, changes: Partial<Written<K>> = {}): Written<K> => {
    const own = new Set(fields.map(({ name }) => name));
    const kept = Object.entries(record).filter(([name]) => own.has(name));
    // the contract has the same fields in both
    return { ...Object.fromEntries(kept), ...changes } as Written<K>;
  };
  const move = async (record: Kept<K>, event: Schemas['Event']) =>
    (await ask<Data<K>>('reviewer', `transition${kind}`, { ...at(record), body: { event } })).record;
  /** Pending, written by the editor. */
  const pending = async (changes?: Partial<Written<K>>) =>
    (await ask<Data<K>>('editor', `create${kind}`, { body: await body(changes) }, 201)).record;
  const active = async (changes?: Partial<Written<K>>) =>
    move(await move(await pending(changes), 'approve'), 'activate');
  /** Sends a record back with changes. */
  const put = (record: Kept<K>, changes: Partial<Written<K>>) => ({ ...at(record), body: written(record, changes) });
  const update = (record: Kept<K>, changes: Partial<Written<K>>, status: 200 | 202 = 200) =>
    ask<Data<K>>('editor', `update${kind}`, put(record, changes), status);
  const restore = (record: Kept<K>, version: number, status: 200 | 202 = 200) =>
    ask<Data<K>>('editor', `restore${kind}`, { ...at(record), body: { version } }, status);
  const remove = (record: Kept<K>) => ask('editor', `delete${kind}`, at(record));
  const get = (id: number) => ask<Data<K>>('viewer', `get${kind}`, { path: { id } });
  const list = (query: object = {}) => ask<Page<K>>('viewer', `list${plural}`, { query });
  const history = (id: number) => ask<History<K>>('viewer', `get${kind}History`, { path: { id } });
  const proposal = (id: number) => ask<Data<K>>('reviewer', `get${kind}Proposal`, { path: { id } });
  /** Of the proposal's version that is open. */
  const approval = async ({ id }: Kept<K>) => {
    const { version } = (await proposal(id)).proposal;
    return { path: { id }, ifMatch: version, body: { decision: 'approve' } };
  };
  const approve = async (record: Kept<K>) =>
    (await ask<Data<K>>('reviewer', `decide${kind}Proposal`, await approval(record))).record;

  const refuse = async (who: DemoAccount, name: string, parts: object, key: ErrorKey = 'validationError') =>
    told(await as(who), operation(name), parts, key);
  /** What refuses each of these, in both languages. */
  const refused = {
    create: async (changes: Partial<Written<K>>, key?: ErrorKey) =>
      refuse('editor', `create${kind}`, { body: await body(changes) }, key),
    update: (record: Kept<K>, changes: Partial<Written<K>>, key?: ErrorKey) =>
      refuse('editor', `update${kind}`, put(record, changes), key),
    restore: (record: Kept<K>, version: number, key?: ErrorKey) =>
      refuse('editor', `restore${kind}`, { ...at(record), body: { version } }, key),
    remove: (record: Kept<K>, key?: ErrorKey) => refuse('editor', `delete${kind}`, at(record), key),
    move: (record: Kept<K>, event: Schemas['Event'], key?: ErrorKey) =>
      refuse('reviewer', `transition${kind}`, { ...at(record), body: { event } }, key),
    approve: async (record: Kept<K>, key?: ErrorKey) =>
      refuse('reviewer', `decide${kind}Proposal`, await approval(record), key),
  };
  const logOf = ({ id }: Pick<Kept<K>, 'id'>) => db('data_log').where({ entity: entity.key, record_id: id });
  const found = async (q: string) => (await list({ q, pageSize: 100 })).items.map(({ id }) => id);

  const steps = { body, pending, active, move, put, update, restore, remove, approve, refused };
  return { ...steps, key: entity.key, freeCode, written, get, list, history, proposal, logOf, found };
}
