import { missingToApprove } from '#crud/prepare.ts';
import { needsSecondApproval } from '#crud/second-person.ts';
import { type Schemas, transitions } from '#http/contract.ts';
import { type CellProblem, STATUS_TARGET, statusTarget } from '../columns/parse-draft.ts';
import type { Candidate, RowContext } from './candidate.ts';
import { changesOf } from './prepare-bodies.ts';

type Status = Schemas['Status'];
type Event = Schemas['Event'];

/**
 * The events of a reviewer that lead from one status to another, the fewest there are; empty where both are the same, undefined
 * where none lead there. Without `secondPerson` only those that one person may do alone.
 */
export function eventsBetween(from: Status, to: Status, secondPerson: boolean): Event[] | undefined {
  const paths: { at: Status; events: Event[] }[] = [{ at: from, events: [] }];
  const visited = new Set([from]);
  for (const { at, events } of paths) {
    if (at === to) return events;
    // the cast: Object.entries forgets the names that it lists
    for (const [event, rule] of Object.entries(transitions) as [Event, (typeof transitions)[Event]][]) {
      const isOpen = rule.permission === 'review' && (secondPerson || !rule.secondPerson);
      if (!isOpen || !rule.from.includes(at) || visited.has(rule.to)) continue;
      visited.add(rule.to);
      paths.push({ at: rule.to, events: [...events, event] });
    }
  }
  return undefined;
}

/** The status that the row would give a record that is there; undefined where it has that already, or the file names none. */
export function newStatusOf({ current, parsed: { status } }: Candidate): Status | undefined {
  return current && status !== current.record.status ? status : undefined;
}

/** Refuses a row whose record cannot get its status by this import. */
export function judgeStatus({ entity, review }: RowContext, candidate: Candidate): void {
  const { current, values, draft, problems } = candidate;
  const status = newStatusOf(candidate);
  if (problems.length > 0 || !current || !values || !status) return;
  const { record } = current;
  const events = eventsBetween(record.status, status, review === 'none');
  const addProblem = (rule: CellProblem['rule'], parameters: CellProblem['parameters'] = {}) =>
    problems.push({ column: draft.from[STATUS_TARGET]?.[0], pointer: statusTarget.pointer, rule, parameters });
  if (!events) addProblem('statusUnreachable', { value: status, from: record.status });
  else if (needsSecondApproval(review, record, 'update') && changesOf(entity, candidate).length > 0)
    addProblem('statusBesideReview');
  else if (events.includes('approve'))
    for (const pointer of missingToApprove(entity, values.fields))
      problems.push({ column: undefined, pointer, rule: 'requiredToApprove' });
}
