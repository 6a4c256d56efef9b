import { useEffect } from 'react';
import type { EditForm } from '#crud/form/edit-form.ts';
import type { SaveResult } from '#crud/form/state/form-context.ts';
import type { ListAddress } from '#crud/list/use-list.ts';

/**
 * Opens the record's card after a save in a form beside or over the list, then calls `onSaved` with the answer. Returns the function
 * that closes the form.
 */
export function useReturnToCard(
  { set }: Pick<ListAddress, 'set'>,
  id: number | null,
  form?: EditForm,
  onSaved?: (result: SaveResult) => void,
) {
  const isSaved = form?.state.matches('saved') || form?.state.matches('proposed');
  const result = isSaved ? form?.state.context.saveResult : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the machine has ended
  useEffect(() => {
    if (!result) return;
    // a record that a change set creates has no card yet
    const next =
      result.record.id === 0 ? { id: undefined, panel: undefined } : { id: result.record.id, panel: 'view' as const };
    void set(next).then(() => onSaved?.(result));
  }, [result]);
  const hasCard = id !== null && !form?.state.matches('deleted');
  return { close: () => void set(hasCard ? { panel: 'view' } : { id: undefined, panel: undefined }) };
}
