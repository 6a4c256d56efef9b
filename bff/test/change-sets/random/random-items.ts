import { referencedEntityKey } from '../../../src/crud/references/reference-paths.ts';
import { entities } from '../../../src/entities/index.ts';
import type { ItemBody } from '../change-set-client.ts';
import {
  type Codes,
  newBody,
  pick,
  type Random,
  WORLD_KINDS,
  type World,
  type WorldKind,
  type WorldRecord,
  without,
} from './random-world.ts';

type States = Awaited<ReturnType<World['readStates']>>;

const EVENTS: Record<string, NonNullable<ItemBody['event']>[]> = {
  pending: ['approve', 'reject'],
  approved: ['activate'],
  inactive: ['activate'],
  active: ['deactivate'],
  rejected: ['resubmit'],
};

/** What a set does to the records of a kind. */
interface Plan {
  kind: WorldKind;
  records: WorldRecord[];
  /** The keys of new records. */
  newKeys: string[];
  /** The keys that records get, by id. */
  keys: ReadonlyMap<number, string>;
  /** The keys by which other items may refer to records of the kind. */
  referable: string[];
  items: ItemBody[];
  deleted: WorldRecord[];
  /** The ids to which those records refer at the end that are not deleted and whose references are not drawn anew. */
  remainingRefs: WorldRecord['refs'][];
}

/** Puts together items of all actions and kinds, with keys that change hands and references to new and renamed records. */
export async function drawItems(random: Random, round: number, world: World, states: States): Promise<ItemBody[]> {
  const plans = WORLD_KINDS.map((kind) => drawKeys(random, kind, world, states));
  const codes: Codes = new Map(plans.map(({ kind, referable }) => [kind.key, referable]));
  const creations = plans.flatMap(({ kind, newKeys }) =>
    newKeys.map((newKey): ItemBody => {
      const drawn = kind.draw(random, without(codes, kind.key), `New ${round}`);
      const become = pick(random, ['pending', 'approved', 'active'] as const);
      return { entity: kind.key, action: 'create', become, values: { ...newBody(kind, newKey), ...drawn } };
    }),
  );
  for (const plan of plans)
    for (const each of plan.newKeys.length > 0 ? plan.records : [])
      planRecord(plan, each, world, random, (name) => plan.kind.draw(random, codes, `${name} ${round}`));
  // a few sets delete what others refer to, and are refused
  const isSound = random(20) > 0;
  const deletions = isSound ? findDeletable(plans) : plans.flatMap((plan) => plan.deleted.map(deletionIn(plan)));
  // kind by kind, as a key that was given up refers to nothing before another item takes it
  const changes = plans.flatMap(({ items }) => shuffle(random, items));
  return [...creations, ...changes, ...(await drawRevivals(random, world)), ...deletions];
}

/**
 * Draws whether a set changes records of a kind, and which of them get the key of the next one; sometimes the last one gets an unused
 * key, and a new record the key of the first one.
 */
function drawKeys(random: Random, kind: WorldKind, world: World, states: States): Plan {
  const keyOf = ({ record }: WorldRecord) => String(record[kind.keyField]);
  const records = world.readWorld(states, kind.key);
  const plan = { kind, records, items: [], deleted: [] };
  const remainingRefs = records.map(({ refs }) => refs);
  if (random(3) === 0) return { ...plan, newKeys: [], keys: new Map(), referable: records.map(keyOf), remainingRefs };
  const { created, unused } = world.readNewKeys(kind.key);
  const chosen = records.filter(() => random(2) === 0);
  const isChain = random(3) === 0;
  const keys = new Map(
    chosen.map((each, at) => {
      const next = chosen[at + 1] ?? (isChain ? undefined : chosen[0]);
      return [each.record.id, next ? keyOf(next) : unused];
    }),
  );
  const [first] = isChain ? chosen : [];
  const inherited = first && random(2) === 0 ? [keyOf(first)] : [];
  const takenOver = chosen.filter((each) => each !== first).map(keyOf);
  const newKeys = [created, ...inherited];
  return { ...plan, newKeys, keys, referable: [...newKeys, ...takenOver], remainingRefs: [] };
}

/** Draws what happens to a record. */
function planRecord(
  { kind, keys, items, deleted, remainingRefs }: Plan,
  each: WorldRecord,
  world: World,
  random: Random,
  draw: (name: string) => object,
): void {
  const { record, refs, fields } = each;
  const target = { entity: kind.key, recordId: record.id, recordVersion: record.version };
  const event = pick(random, EVENTS[record.status] ?? []);
  const key = keys.get(record.id);
  if (key !== undefined) {
    const hasEvent = event !== 'reject' && random(3) === 0;
    const values: Record<string, unknown> = { ...fields, [kind.keyField]: key, ...draw('Round') };
    // otherwise a code that the list has already could name the same record as the code that the set gives to it
    const hasList = Array.isArray(values.countries) && values.countries.length > 1;
    items.push({
      ...target,
      action: 'update',
      values,
      ...(hasList && { finalCodes: true }),
      ...(hasEvent && { event }),
    });
    return;
  }
  switch (random(6)) {
    case 0:
      deleted.push(each);
      break;
    case 1:
      items.push({ ...target, action: 'transition', event, ...(event === 'reject' && { reason: 'Unknown' }) });
      remainingRefs.push(refs);
      break;
    case 2:
      items.push({ ...target, action: 'restore', restoredVersion: 1 });
      remainingRefs.push(world.readFirstRefs(kind.key, record.id));
      break;
    default:
      remainingRefs.push(refs);
  }
}

const deletionIn =
  ({ kind }: Plan) =>
  ({ record: { id, version } }: WorldRecord): ItemBody => ({
    entity: kind.key,
    action: 'delete',
    recordId: id,
    recordVersion: version,
  });

/** Returns the deletions of the records to which none refers that remains. */
function findDeletable(plans: Plan[]): ItemBody[] {
  const referred = new Set<string>();
  const addReferred = ({ kind }: Plan, refs: WorldRecord['refs']) => {
    const entity = entities.find(({ key }) => key === kind.key);
    if (!entity) throw new Error(`There is no kind ${kind.key}.`);
    for (const [pointer, id] of Object.entries(refs)) referred.add(`${referencedEntityKey(entity, pointer)} ${id}`);
  };
  for (const plan of plans) for (const refs of plan.remainingRefs) addReferred(plan, refs);
  let left = plans.flatMap((plan) => plan.deleted.map((each) => ({ plan, each })));
  const isReferred = ({ plan, each }: (typeof left)[number]) => referred.has(`${plan.kind.key} ${each.record.id}`);
  while (left.some(isReferred)) {
    for (const { plan, each } of left.filter(isReferred)) addReferred(plan, each.refs);
    left = left.filter((one) => !isReferred(one));
  }
  return left.map(({ plan, each }) => deletionIn(plan)(each));
}

/** Brings back nothing, the deleted city, or also the airport in it. */
async function drawRevivals(random: Random, world: World): Promise<ItemBody[]> {
  const revivals: ItemBody[] = [];
  for (const deleted of world.deleted.slice(0, random(world.deleted.length + 1))) {
    const recordVersion = await world.readDeletedVersion(deleted);
    revivals.push({ ...deleted, action: 'restore', recordVersion, restoredVersion: 1 });
  }
  return revivals;
}

const shuffle = <T>(random: Random, all: T[]): T[] =>
  all
    .map((item) => ({ item, position: random(1_000_000) }))
    .toSorted((a, b) => a.position - b.position)
    .map(({ item }) => item);
