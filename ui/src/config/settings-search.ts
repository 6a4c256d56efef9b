import { fieldPointer } from '#crud/form/definition/form-search.ts';

/** The typed URL parameters (the router's “search”) of the settings page. */
export interface SettingsSearch {
  /** The panel beside the settings. */
  panel?: 'history';
  /** The JSON pointer of the setting that gets the focus. */
  field?: string;
}

/** Parses the URL parameters of the settings page; drops unknown and invalid ones. */
export function parseSettingsSearch({ panel, field }: Record<string, unknown>): SettingsSearch {
  const pointer = fieldPointer(field);
  return { ...(panel === 'history' && { panel }), ...(pointer !== undefined && { field: pointer }) };
}
