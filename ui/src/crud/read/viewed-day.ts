import { Problem } from '#api/problem.ts';
import { announceChangeOfView, pauseSet, resumeSet, workingSet } from '#crud/change-set/working-set.ts';
import { afterUnsavedInput } from '#kit/unsaved-input.ts';
import { showDay, viewedDay } from '#session/viewed-day.ts';
import { refreshReads } from './query-client.ts';

/** Returns the last moment of a day where the viewer is. */
export function endOfDay(day: string): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(new Date(year, month - 1, date + 1).getTime() - 1).toISOString();
}

/** Returns the query parameter of reads on another day than today. */
export function asOfQuery(): { asOf?: string } {
  const day = viewedDay();
  return day ? { asOf: endOfDay(day) } : {};
}

/**
 * Shows a day on all pages, or what is stored now (null). Nobody works in a change set and on another day at once: a day leaves the set, where
 * a form with unsaved changes asks first, and the way back returns to it.
 */
export function viewDay(day: string | null): void {
  function view(): void {
    announceChangeOfView();
    if (!day) resumeSet();
    else if (!viewedDay()) pauseSet();
    showDay(day);
    refreshReads();
  }
  if (day && workingSet()) afterUnsavedInput(view);
  else view();
}

/** Whether a list was refused because of the day that it should show. */
export const isRefusedForDay = ({ fields }: Problem): boolean =>
  viewedDay() !== null && fields.some(({ pointer, rule }) => pointer === '/query/asOf' || rule === 'notAsOf');

/** Fails with the error of a list; one because of the viewed day is quiet, because the list says so in place of its rows. */
export function rejectQuietlyForDay(error: unknown): never {
  if (error instanceof Problem && isRefusedForDay(error)) error.isQuiet = true;
  throw error;
}
