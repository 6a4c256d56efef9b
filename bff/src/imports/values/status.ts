import { findMissingForApproval } from '#crud/prepare.ts';
import { needsSecondApproval } from '#crud/review/second-person.ts';
import { type Schemas, transitions } from '#http/contract.ts';
import { type CellProblem, STATUS_TARGET, statusTarget } from '../columns/parse-raw-record.ts';
import type { Candidate, RowContext } from './candidate.ts';
import { changesOf } from './prepare-bodies.ts';

type Status = Schemas['Status'];
type Event = Schemas['Event'];

/**
 * Finds the shortest sequence of a reviewer's events from one status to another; undefined if there is none. Without `secondPerson`
 * only events that one person may trigger alone are used.
 */
export function eventsBetween(from: Status, to: Status, secondPerson: boolean): Event[] | undefined {
  const paths: { status: Status; events: Event[] }[] = [{ status: from, events: [] }];
  const visited = new Set([from]);
  for (const { status, events } of paths) {
    if (status === to) return events;
    // the cast: Object.entries loses the type of the keys
    for (const [event, rule] of Object.entries(transitions) as [Event, (typeof transitions)[Event]][]) {
      const isAllowed = rule.permission === 'review' && (secondPerson || !rule.secondPerson);
      if (!isAllowed || !rule.from.includes(status) || visited.has(rule.to)) continue;
      visited.add(rule.to);
      paths.push({ status: rule.to, events: [...events, event] });
    }
  }
  return undefined;
}

/** Returns the status that the row would give an existing record; undefined if it would not change. */
export function newStatusOf({ current, parsed: { status } }: Candidate): Status | undefined {
  return current && status !== current.record.status ? status : undefined;
}

/** Refuses a row if the import cannot lead its record to the new status. */
export function evaluateStatus({ entity, review }: RowContext, candidate: Candidate): void {
  const { current, values, rawRecord, problems } = candidate;
  const status = newStatusOf(candidate);
  if (problems.length > 0 || !current || !values || !status) return;
  const { record } = current;
  const events = eventsBetween(record.status, status, review === 'none');
  const addProblem = (rule: CellProblem['rule'], parameters: CellProblem['parameters'] = {}) =>
    problems.push({
      column: rawRecord.sourceColumns[STATUS_TARGET]?.[0],
      pointer: statusTarget.pointer,
      rule,
      parameters,
    });
  if (!events) addProblem('statusUnreachable', { value: status, from: record.status });
  else if (needsSecondApproval(review, record, 'update') && changesOf(entity, candidate).length > 0)
    addProblem('statusBesideReview');
  else if (events.includes('approve'))
    for (const pointer of findMissingForApproval(entity, values.fields))
      problems.push({ column: undefined, pointer, rule: 'requiredToApprove' });
}
