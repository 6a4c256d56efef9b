import { useEffect } from 'react';
import type { EditForm } from '#crud/form/form-shell.tsx';
import type { ListAddress } from '#crud/list/use-list.ts';
import type { SaveResult } from './merge.ts';

/**
 * Opens the record's card after saving in a form beside or over the list, and returns what closes the form. `onSaved` is called with
 * the answer when the card is open.
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
    if (result) void set({ id: result.record.id, panel: 'view' }).then(() => onSaved?.(result));
  }, [result]);
  const hasCard = id !== null && !form?.state.matches('deleted');
  return { close: () => void set(hasCard ? { panel: 'view' } : { id: undefined, panel: undefined }) };
}
