import { entities } from '../../src/entities/index.ts';
import type { ErrorKey, OperationId, Schemas } from '../../src/http/contract.ts';
import { expectBilingualRefusal } from './client.ts';
import { candidateCodes, completeBodies, type EntityName, type RecordOf, type WriteBody } from './complete-bodies.ts';
import type { DemoAccount, Service } from './service.ts';

interface RecordData<K extends EntityName> {
  record: RecordOf<K>;
  labels: Schemas['Labels'];
  proposal: Omit<Schemas['CountryProposal'], 'after'> & { after: WriteBody<K> };
}
interface Page<K extends EntityName> {
  items: (RecordOf<K> & Partial<Schemas['RateItem']>)[];
  labels: Schemas['Labels'];
  total: number;
  counts: Schemas['Counts'];
}
interface History<K extends EntityName> {
  items: { action: string; version: number; before: RecordOf<K> | null; after: RecordOf<K> | null }[];
  labels: Schemas['Labels'];
}

/** Creates a client that calls an entity's operations, each as a demo account with the permission. */
export function createEntityClient<K extends EntityName>({ as, db }: Pick<Service, 'as' | 'db'>, name: K) {
  const entity = entities.find(({ singular }) => singular === name);
  if (!entity) throw new Error(`No entity “${name}”.`);
  const { table, plural, fields } = entity;
  // Cast: the ids are built from the entity's name, and the client fails if the contract has no such operation.
  const toOperationId = (id: string) => id as OperationId;
  const callAs = async <A>(account: DemoAccount, operationName: string, parts: object, status: 200 | 201 | 202 = 200) =>
    ((await as(account)).ok as (id: OperationId, parts: object, status: number) => Promise<unknown>)(
      toOperationId(operationName),
      parts,
      status,
    ) as Promise<A>;
  const versionedPath = ({ id, version }: Pick<RecordOf<K>, 'id' | 'version'>) => ({ path: { id }, ifMatch: version });

  let unusedCodes: Promise<Iterator<string>> | undefined;
  const findUnusedCodes = async () => {
    const existingCodes = new Set(name === 'Rate' ? [] : await db(table).pluck('code'));
    return candidateCodes[name].filter((code) => !existingCodes.has(code)).values();
  };
  const freeCode = async (): Promise<string> => {
    unusedCodes ??= findUnusedCodes();
    return (await unusedCodes).next().value;
  };

  const newBody = async (changes: Partial<WriteBody<K>> = {}): Promise<WriteBody<K>> => ({
    ...completeBodies[name](await freeCode()),
    ...changes,
  });
  /** Returns the body of an update, which has the record's editable fields with `changes`. */
  const bodyFrom = (record: RecordOf<K>, changes: Partial<WriteBody<K>> = {}): WriteBody<K> => {
    const editable = new Set(fields.map((field) => field.name));
    const current = Object.entries(record).filter(([field]) => editable.has(field));
    // Cast: the contract gives both types the same fields.
    return { ...Object.fromEntries(current), ...changes } as WriteBody<K>;
  };
  const transition = async (record: RecordOf<K>, event: Schemas['Event']) =>
    (await callAs<RecordData<K>>('reviewer', `transition${name}`, { ...versionedPath(record), body: { event } }))
      .record;
  /** Creates a record as the editor. */
  const createPending = async (changes?: Partial<WriteBody<K>>) =>
    (await callAs<RecordData<K>>('editor', `create${name}`, { body: await newBody(changes) }, 201)).record;
  const createActive = async (changes?: Partial<WriteBody<K>>) =>
    transition(await transition(await createPending(changes), 'approve'), 'activate');
  const updateParts = (record: RecordOf<K>, changes: Partial<WriteBody<K>>) => ({
    ...versionedPath(record),
    body: bodyFrom(record, changes),
  });
  const update = (record: RecordOf<K>, changes: Partial<WriteBody<K>>, status: 200 | 202 = 200) =>
    callAs<RecordData<K>>('editor', `update${name}`, updateParts(record, changes), status);
  const restore = (record: RecordOf<K>, version: number, status: 200 | 202 = 200) =>
    callAs<RecordData<K>>('editor', `restore${name}`, { ...versionedPath(record), body: { version } }, status);
  const remove = (record: RecordOf<K>) => callAs('editor', `delete${name}`, versionedPath(record));
  const get = (id: number) => callAs<RecordData<K>>('viewer', `get${name}`, { path: { id } });
  const list = (query: object = {}) => callAs<Page<K>>('viewer', `list${plural}`, { query });
  const history = (id: number) => callAs<History<K>>('viewer', `get${name}History`, { path: { id } });
  const proposal = (id: number) => callAs<RecordData<K>>('reviewer', `get${name}Proposal`, { path: { id } });
  /** Builds the request that approves the open proposal in its current version. */
  const approval = async ({ id }: RecordOf<K>) => {
    const { version } = (await proposal(id)).proposal;
    return { path: { id }, ifMatch: version, body: { decision: 'approve' } };
  };
  const approve = async (record: RecordOf<K>) =>
    (await callAs<RecordData<K>>('reviewer', `decide${name}Proposal`, await approval(record))).record;

  const expectRefusalAs = async (
    account: DemoAccount,
    operationName: string,
    parts: object,
    key: ErrorKey = 'validationError',
  ) => expectBilingualRefusal(await as(account), toOperationId(operationName), parts, key);
  /** Functions that each call an operation and expect a refusal in both languages. */
  const expectRefusal = {
    create: async (changes: Partial<WriteBody<K>>, key?: ErrorKey) =>
      expectRefusalAs('editor', `create${name}`, { body: await newBody(changes) }, key),
    update: (record: RecordOf<K>, changes: Partial<WriteBody<K>>, key?: ErrorKey) =>
      expectRefusalAs('editor', `update${name}`, updateParts(record, changes), key),
    restore: (record: RecordOf<K>, version: number, key?: ErrorKey) =>
      expectRefusalAs('editor', `restore${name}`, { ...versionedPath(record), body: { version } }, key),
    remove: (record: RecordOf<K>, key?: ErrorKey) =>
      expectRefusalAs('editor', `delete${name}`, versionedPath(record), key),
    transition: (record: RecordOf<K>, event: Schemas['Event'], key?: ErrorKey) =>
      expectRefusalAs('reviewer', `transition${name}`, { ...versionedPath(record), body: { event } }, key),
    approve: async (record: RecordOf<K>, key?: ErrorKey) =>
      expectRefusalAs('reviewer', `decide${name}Proposal`, await approval(record), key),
  };
  const dataLogRows = ({ id }: Pick<RecordOf<K>, 'id'>) => db('data_log').where({ entity: entity.key, record_id: id });
  const findIds = async (q: string) => (await list({ q, pageSize: 100 })).items.map(({ id }) => id);

  const operations = {
    newBody,
    createPending,
    createActive,
    transition,
    updateParts,
    update,
    restore,
    remove,
    approve,
    expectRefusal,
    expectRefusalAs,
  };
  return { ...operations, key: entity.key, freeCode, bodyFrom, get, list, history, proposal, dataLogRows, findIds };
}
