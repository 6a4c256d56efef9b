import { useEffect } from 'react';
import type { List } from '#crud/list/use-list.ts';
import type { OpenForm } from './open-form.ts';

/** How a form that came over or beside the list gives way to the record's card again. */
export function useBesideList({ set }: List, id: number | null, form?: OpenForm) {
  const saved = form?.state.matches('saved') || form?.state.matches('proposed');
  const record = saved ? form?.state.context.saved?.record.id : undefined;
  const status = form?.state.status;
  // biome-ignore lint/correctness/useExhaustiveDependencies: leaves once, when the machine has ended
  useEffect(() => {
    if (record !== undefined) void set({ id: record, panel: 'view' });
    if (form?.state.matches('discarded')) void set({ id: undefined, panel: undefined });
  }, [record, status]);
  return { close: () => void set(id === null ? { panel: undefined } : { panel: 'view' }) };
}
