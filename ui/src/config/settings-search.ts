export interface SettingsSearch {
  /** the panel beside the settings */
  panel?: 'history';
}

export const settingsSearch = ({ panel }: Record<string, unknown>): SettingsSearch =>
  panel === 'history' ? { panel } : {};
