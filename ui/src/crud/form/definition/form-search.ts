/** A drawer or dialog that a form page can open. */
export type FormPanelName = 'history' | 'delete';

/** The typed URL parameters (the router's “search”) of a form page. */
export interface FormSearch {
  /** The record's id; absent for a new record. */
  id?: number;
  panel?: FormPanelName;
  /** The rejected proposal whose values the form starts with. */
  fromProposal?: number;
  /** The JSON pointer of the field that gets the focus. */
  field?: string;
}

/** Parses the URL parameters of a form page; drops unknown and invalid ones. */
export function parseFormSearch({ id, panel, fromProposal, field }: Record<string, unknown>): FormSearch {
  const pointer = fieldPointer(field);
  const fieldParam = pointer === undefined ? {} : { field: pointer };
  if (!isId(id)) return fieldParam;
  return {
    id: Number(id),
    ...fieldParam,
    ...(panel === 'history' || panel === 'delete' ? { panel } : {}),
    ...(isId(fromProposal) ? { fromProposal: Number(fromProposal) } : {}),
  };
}

/** Returns a URL parameter that is the JSON pointer of a field. */
export const fieldPointer = (value: unknown): string | undefined =>
  typeof value === 'string' && /^(\/[\w-]{1,40}){1,4}$/.test(value) ? value : undefined;

const isId = (value: unknown) => Number.isInteger(Number(value)) && Number(value) > 0;
