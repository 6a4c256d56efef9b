import type { Knex } from 'knex';
import { addDays, inPeriod, toLocalDay } from '#change-sets/effective-time.ts';
import { queryVisibleSets, type SetConditions, whereSets } from '#change-sets/query-sets.ts';
import { countList } from '#crud/list/list.ts';
import type { CrudContext, Entity, ListConditions } from '#crud/model.ts';
import { cappedTotal, countCapped, type Database } from '#database';
import type { Schemas } from '#http/contract.ts';
import type { Caller } from '#http/operation-types.ts';
import { readLanes, summarizeLanes } from '#sync/status/lanes.ts';
import { sumTallies, tallyPending } from './pending-items.ts';
import { countRejections } from './rejections.ts';
import { listWaitingImports } from './reviews.ts';

type Worklist = Schemas['WorklistAnswer']['data'];
type Pending = Pick<Worklist, 'reviews' | 'own'>;
type Data = Pick<Worklist, 'incomplete' | 'endingAgreements' | 'oldRates'>;
type Failures = Pick<Worklist, 'receivers' | 'failedTasks'>;

const MAX_IMPORTS = 10;
/** The number of days, from today on, in which a set counts as due. */
const DAYS_AHEAD = 7;

/** Counts what waits for the caller. Each number is computed by the same query as the total of the list that shows the items. */
export async function readWorklist(crud: CrudContext, today: string | undefined, caller: Caller): Promise<Worklist> {
  const [pending, rejections, changeSets, imports, data, failures] = await Promise.all([
    countPending(crud, caller),
    countRejections(crud, caller),
    countChangeSets(crud, caller),
    listWaitingImports(crud, MAX_IMPORTS, caller),
    countRecordIssues(crud, today, caller),
    countFailures(crud.db, caller),
  ]);
  return {
    ...pending,
    rejections,
    changeSets,
    imports,
    ...data,
    ...failures,
  };
}

async function countPending({ db, entities }: CrudContext, caller: Caller): Promise<Pending> {
  const mayReview = entities.some(({ key }) => caller.may(`${key}:review`));
  const [own, all] = await Promise.all([
    tallyPending(db, entities, caller, { by: caller.username }),
    mayReview ? tallyPending(db, entities, caller) : undefined,
  ]);
  return { own: sumTallies([...own.values()]), ...(all && { reviews: sumTallies([...all.values()]) }) };
}

/** Counts the change sets that the caller may decide on, those held that they wrote or approved, those due in the next seven days, and their own. */
async function countChangeSets(crud: CrudContext, caller: Caller): Promise<Worklist['changeSets']> {
  const { db } = crud;
  const today = toLocalDay(Date.now(), await crud.timeZone());
  const count = async (conditions: SetConditions, narrow: (query: Knex.QueryBuilder) => void = () => {}) => {
    const matches = await whereSets(crud, db, caller, conditions);
    return cappedTotal(await countCapped(db, queryVisibleSets(crud, db, caller).modify(matches).modify(narrow))).total;
  };
  const [toReview, held, due, rejected, inReview] = await Promise.all([
    count({ toReview: true }),
    count({ involved: true, status: ['held'] }),
    count({ status: ['open', 'submitted', 'scheduled'] }, (query) => {
      query.modify(inPeriod(today, addDays(today, DAYS_AHEAD - 1))).where('due_time', '>', new Date());
    }),
    count({ mine: true, status: ['rejected'] }),
    count({ mine: true, status: ['submitted'] }),
  ]);
  return { toReview, held, due, rejected, inReview };
}

/** Counts the records that need a change, of the entities that the caller may update. */
async function countRecordIssues(
  { db, entities }: CrudContext,
  today: string | undefined,
  caller: Caller,
): Promise<Data> {
  const editable = entities.filter(({ key }) => caller.may(`${key}:update`));
  const agreements = editable.find(({ key }) => key === 'protocol');
  const rates = editable.find(({ key }) => key === 'rate_board');
  const countOf = (entity: Entity) => async (filters: ListConditions) => sum(await countList(db, entity, filters));
  const [incomplete, ending, oldRates] = await Promise.all([
    Promise.all(
      editable
        .filter(({ requiredToApprove }) => requiredToApprove.length > 0)
        .map(async (entity) => ({ entity: entity.key, count: await countOf(entity)({ incomplete: true }) })),
    ),
    agreements && countList(db, agreements, { validity: ['ending'], ...(today && { today }) }),
    rates && countByAge(countOf(rates)),
  ]);
  return {
    incomplete: incomplete.filter(({ count }) => count > 0),
    ...(ending && { endingAgreements: ending.active ?? 0 }),
    ...(oldRates && { oldRates }),
  };
}

const sum = (counts: Schemas['Counts']) => Object.values(counts).reduce((total, count) => total + count, 0);

async function countByAge(count: (filters: ListConditions) => Promise<number>) {
  const [day, week, month] = await Promise.all(
    (['day', 'week', 'month'] as const).map((olderThan) => count({ olderThan })),
  );
  return { day: day ?? 0, week: week ?? 0, month: month ?? 0 };
}

async function countFailures(db: Database, caller: Caller): Promise<Failures> {
  const [receivers, failed] = await Promise.all([
    caller.may('sync_status:read') ? countFailingSubscribers(db) : undefined,
    caller.may('task:read') ? db('task').where('status', 'failed').count({ n: '*' }).first() : undefined,
  ]);
  return { ...(receivers && { receivers }), ...(failed && { failedTasks: Number(failed.n) }) };
}

async function countFailingSubscribers(db: Database): Promise<NonNullable<Failures['receivers']>> {
  const subscribers = [...(await readLanes(db)).values()].map(summarizeLanes);
  const failing = subscribers.filter(({ state }) => state === 'failed');
  return { failing: failing.length, backlog: failing.reduce((total, { backlog }) => total + backlog, 0) };
}
