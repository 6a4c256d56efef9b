import { useEffect } from 'react';
import type { EditForm } from '#crud/form/form-shell.tsx';
import type { ListAddress } from '#crud/list/use-list.ts';

/** Closes a form beside or over the list: opens the record's card after saving, and nothing after discarding. */
export function useReturnToCard({ set }: Pick<ListAddress, 'set'>, id: number | null, form?: EditForm) {
  const isSaved = form?.state.matches('saved') || form?.state.matches('proposed');
  const savedId = isSaved ? form?.state.context.saveResult?.record.id : undefined;
  const status = form?.state.status;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the machine has ended
  useEffect(() => {
    if (savedId !== undefined) void set({ id: savedId, panel: 'view' });
    if (form?.state.matches('discarded')) void set({ id: undefined, panel: undefined });
  }, [savedId, status]);
  return { close: () => void set(id === null ? { panel: undefined } : { panel: 'view' }) };
}
