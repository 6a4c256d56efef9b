/** What stands beside or over the form on its page. */
export type FormPanelName = 'history' | 'delete';

export interface FormSearch {
  /** The record; none for a new one. */
  id?: number;
  panel?: FormPanelName;
}

/** Takes from the address of a form's page what it understands. */
export function formSearch({ id, panel }: Record<string, unknown>): FormSearch {
  const known = Number.isInteger(Number(id)) && Number(id) > 0;
  if (!known) return {};
  return { id: Number(id), ...(panel === 'history' || panel === 'delete' ? { panel } : {}) };
}
