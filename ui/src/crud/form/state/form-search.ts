/** A drawer or dialog that a form page can open. */
export type FormPanelName = 'history' | 'delete';

/** The typed URL parameters (the router's “search”) of a form page. */
export interface FormSearch {
  /** The record's id; absent for a new record. */
  id?: number;
  panel?: FormPanelName;
  /** The rejected proposal whose values the form starts with. */
  fromProposal?: number;
}

/** Parses the URL parameters of a form page; drops unknown and invalid ones. */
export function parseFormSearch({ id, panel, fromProposal }: Record<string, unknown>): FormSearch {
  if (!isId(id)) return {};
  return {
    id: Number(id),
    ...(panel === 'history' || panel === 'delete' ? { panel } : {}),
    ...(isId(fromProposal) ? { fromProposal: Number(fromProposal) } : {}),
  };
}

const isId = (value: unknown) => Number.isInteger(Number(value)) && Number(value) > 0;
