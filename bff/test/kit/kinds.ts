import { entities } from '../../src/entities/index.ts';
import type { ErrorKey, OperationId, Schemas } from '../../src/http/contract.ts';
import { expectBilingualRefusal } from './client.ts';
import { candidateCodes, completeBodies, type Kind, type RecordOf, type WriteBody } from './complete-bodies.ts';
import type { DemoAccount, Service } from './service.ts';

interface Data<K extends Kind> {
  record: RecordOf<K>;
  labels: Schemas['Labels'];
  proposal: Omit<Schemas['CountryProposal'], 'after'> & { after: WriteBody<K> };
}
interface Page<K extends Kind> {
  items: (RecordOf<K> & Partial<Schemas['RateItem']>)[];
  labels: Schemas['Labels'];
  total: number;
  counts: Schemas['Counts'];
}
interface History<K extends Kind> {
  items: { action: string; version: number; before: RecordOf<K> | null; after: RecordOf<K> | null }[];
  labels: Schemas['Labels'];
}

/** Calls a kind's operations, each as the demo account that is allowed to. */
export function createKindClient<K extends Kind>({ as, db }: Pick<Service, 'as' | 'db'>, kind: K) {
  const entity = entities.find(({ singular }) => singular === kind);
  if (!entity) throw new Error(`No kind “${kind}”.`);
  const { table, plural, fields } = entity;
  // the names are built from the kind; the client fails if the contract has no such operation
  const operation = (name: string) => name as OperationId;
  const callAs = async <A>(account: DemoAccount, name: string, parts: object, status: 200 | 201 | 202 = 200) =>
    ((await as(account)).ok as (id: OperationId, parts: object, status: number) => Promise<unknown>)(
      operation(name),
      parts,
      status,
    ) as Promise<A>;
  const versionedPath = ({ id, version }: Pick<RecordOf<K>, 'id' | 'version'>) => ({ path: { id }, ifMatch: version });

  let unusedCodes: Promise<Iterator<string>> | undefined;
  const findUnusedCodes = async () => {
    const existingCodes = new Set(kind === 'Rate' ? [] : await db(table).pluck('code'));
    return candidateCodes[kind].filter((code) => !existingCodes.has(code)).values();
  };
  const freeCode = async (): Promise<string> => {
    unusedCodes ??= findUnusedCodes();
    return (await unusedCodes).next().value;
  };

  const newBody = async (changes: Partial<WriteBody<K>> = {}): Promise<WriteBody<K>> => ({
    ...completeBodies[kind](await freeCode()),
    ...changes,
  });
  /** The body of an update: the record's editable fields with changes. */
  const bodyFrom = (record: RecordOf<K>, changes: Partial<WriteBody<K>> = {}): WriteBody<K> => {
    const editable = new Set(fields.map(({ name }) => name));
    const current = Object.entries(record).filter(([name]) => editable.has(name));
    // the contract gives both types the same fields
    return { ...Object.fromEntries(current), ...changes } as WriteBody<K>;
  };
  const transition = async (record: RecordOf<K>, event: Schemas['Event']) =>
    (await callAs<Data<K>>('reviewer', `transition${kind}`, { ...versionedPath(record), body: { event } })).record;
  /** Created by the editor. */
  const createPending = async (changes?: Partial<WriteBody<K>>) =>
    (await callAs<Data<K>>('editor', `create${kind}`, { body: await newBody(changes) }, 201)).record;
  const createActive = async (changes?: Partial<WriteBody<K>>) =>
    transition(await transition(await createPending(changes), 'approve'), 'activate');
  const updateParts = (record: RecordOf<K>, changes: Partial<WriteBody<K>>) => ({
    ...versionedPath(record),
    body: bodyFrom(record, changes),
  });
  const update = (record: RecordOf<K>, changes: Partial<WriteBody<K>>, status: 200 | 202 = 200) =>
    callAs<Data<K>>('editor', `update${kind}`, updateParts(record, changes), status);
  const restore = (record: RecordOf<K>, version: number, status: 200 | 202 = 200) =>
    callAs<Data<K>>('editor', `restore${kind}`, { ...versionedPath(record), body: { version } }, status);
  const remove = (record: RecordOf<K>) => callAs('editor', `delete${kind}`, versionedPath(record));
  const get = (id: number) => callAs<Data<K>>('viewer', `get${kind}`, { path: { id } });
  const list = (query: object = {}) => callAs<Page<K>>('viewer', `list${plural}`, { query });
  const history = (id: number) => callAs<History<K>>('viewer', `get${kind}History`, { path: { id } });
  const proposal = (id: number) => callAs<Data<K>>('reviewer', `get${kind}Proposal`, { path: { id } });
  /** The request that approves the open proposal in its current version. */
  const approval = async ({ id }: RecordOf<K>) => {
    const { version } = (await proposal(id)).proposal;
    return { path: { id }, ifMatch: version, body: { decision: 'approve' } };
  };
  const approve = async (record: RecordOf<K>) =>
    (await callAs<Data<K>>('reviewer', `decide${kind}Proposal`, await approval(record))).record;

  const expectRefusalAs = async (
    account: DemoAccount,
    name: string,
    parts: object,
    key: ErrorKey = 'validationError',
  ) => expectBilingualRefusal(await as(account), operation(name), parts, key);
  /** Expects a refusal in both languages of each of these operations. */
  const expectRefusal = {
    create: async (changes: Partial<WriteBody<K>>, key?: ErrorKey) =>
      expectRefusalAs('editor', `create${kind}`, { body: await newBody(changes) }, key),
    update: (record: RecordOf<K>, changes: Partial<WriteBody<K>>, key?: ErrorKey) =>
      expectRefusalAs('editor', `update${kind}`, updateParts(record, changes), key),
    restore: (record: RecordOf<K>, version: number, key?: ErrorKey) =>
      expectRefusalAs('editor', `restore${kind}`, { ...versionedPath(record), body: { version } }, key),
    remove: (record: RecordOf<K>, key?: ErrorKey) =>
      expectRefusalAs('editor', `delete${kind}`, versionedPath(record), key),
    move: (record: RecordOf<K>, event: Schemas['Event'], key?: ErrorKey) =>
      expectRefusalAs('reviewer', `transition${kind}`, { ...versionedPath(record), body: { event } }, key),
    approve: async (record: RecordOf<K>, key?: ErrorKey) =>
      expectRefusalAs('reviewer', `decide${kind}Proposal`, await approval(record), key),
  };
  const dataLogRows = ({ id }: Pick<RecordOf<K>, 'id'>) => db('data_log').where({ entity: entity.key, record_id: id });
  const findIds = async (q: string) => (await list({ q, pageSize: 100 })).items.map(({ id }) => id);

  const steps = {
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
  };
  return { ...steps, key: entity.key, freeCode, bodyFrom, get, list, history, proposal, dataLogRows, findIds };
}
