import type { Entity, ListConditions, RowFilter } from '#crud/model.ts';
import type { Database } from '#database';
import type { Caller } from '#http/operation-types.ts';

/** Whose records `mine` finds. */
type Person = Pick<Caller, 'id' | 'username'>;

/** The conditions of a list about the changes of its records. */
interface ChangeConditions {
  /** Whether a change of the record awaits review. */
  openProposal?: boolean;
  mine?: { isMine: boolean; person: Person };
  /** Instants in ISO 8601; the second is excluded. */
  updatedFrom?: string;
  updatedTo?: string;
}

/** Returns the conditions with the caller instead of `mine`, so that the cached counts of two callers differ. */
export const resolveMineFilter = <Q extends ListConditions>(conditions: Q, { id, username }: Caller): Q =>
  conditions.mine === undefined
    ? conditions
    : { ...conditions, mine: { isMine: conditions.mine === true, person: { id, username } } };

/** Returns the filters for the conditions about changes. */
export async function createReviewAndUpdateFilters(
  db: Database,
  { key }: Entity,
  conditions: ListConditions,
): Promise<RowFilter[]> {
  // the cast: the contract allows no other values, and `resolveMineFilter` has replaced `mine`
  const { openProposal, mine, updatedFrom, updatedTo } = conditions as ChangeConditions;
  const openProposals = () => db('proposal').where({ entity: key, open: 1 });
  const filters: RowFilter[] = [];
  if (openProposal !== undefined)
    filters.push((rows) => rows[openProposal ? 'whereIn' : 'whereNotIn']('id', openProposals().select('record_id')));
  if (updatedFrom !== undefined) filters.push((rows) => rows.where('update_time', '>=', new Date(updatedFrom)));
  if (updatedTo !== undefined) filters.push((rows) => rows.where('update_time', '<', new Date(updatedTo)));
  if (mine) {
    const { isMine, person } = mine;
    // read first, as beside OR a subquery would be evaluated for every record
    const proposedIds = await openProposals().where('author_id', person.id).pluck('record_id');
    filters.push((rows) =>
      rows[isMine ? 'where' : 'whereNot']((any) =>
        any.where('updated_by', person.username).orWhereIn('id', proposedIds),
      ),
    );
  }
  return filters;
}
