/** What stands beside or over the form on its page. */
export type FormPanelName = 'history' | 'delete';

export interface FormSearch {
  /** The record; none for a new one. */
  id?: number;
  panel?: FormPanelName;
  /** The rejected proposal whose values the form begins with. */
  fromProposal?: number;
}

/** Takes from the address of a form's page what it understands. */
export function formSearch({ id, panel, fromProposal }: Record<string, unknown>): FormSearch {
  if (!isId(id)) return {};
  return {
    id: Number(id),
    ...(panel === 'history' || panel === 'delete' ? { panel } : {}),
    ...(isId(fromProposal) ? { fromProposal: Number(fromProposal) } : {}),
  };
}

const isId = (value: unknown) => Number.isInteger(Number(value)) && Number(value) > 0;
