import { type Event, transitions } from '#api/facts.gen.ts';
import type { AnyRecord, Values } from '#crud/define-entity.ts';
import type { BulkAction } from '#crud/resource.ts';

/** The selected records by id, as they were when selected: a page turned keeps them. */
export type Selection = ReadonlyMap<number, AnyRecord & Values>;

/** The same records as they are now, as far as the page shows them: an action is meant for what one sees. */
export function refreshed(selection: Selection, rows: readonly (AnyRecord & Values)[]): Selection {
  if (selection.size === 0) return selection;
  const now = new Map(rows.map((row) => [row.id, row]));
  return new Map([...selection].map(([id, record]) => [id, now.get(id) ?? record]));
}

export const bulkActions: readonly BulkAction[] = ['approve', 'reject', 'activate', 'deactivate', 'resubmit', 'delete'];

/** Those of the selected on which the action makes sense in their present status. */
export const fitting = (selection: Selection, action: BulkAction, ownWork: ReadonlySet<number>): AnyRecord[] =>
  [...selection.values()].filter(({ id, status }) => {
    if (action === 'delete') return true;
    const rule = transitions[action satisfies Event];
    return rule.from.includes(status) && !(rule.secondPerson && ownWork.has(id));
  });
