/** The typed URL parameters (the router's “search”) of the settings page. */
export interface SettingsSearch {
  /** The panel beside the settings. */
  panel?: 'history';
}

/** Parses the URL parameters of the settings page; drops unknown and invalid ones. */
export const parseSettingsSearch = ({ panel }: Record<string, unknown>): SettingsSearch =>
  panel === 'history' ? { panel } : {};
