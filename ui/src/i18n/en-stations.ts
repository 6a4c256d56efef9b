import type { stations as zh } from './zh-stations.ts';

export const stations: typeof zh = {
  trainStation: {
    fromTelegraph: 'From telegraph code',
    asTheCrowFlies: 'as the crow flies',
    noAirports: 'No airports nearby yet',
    addAirport: 'Add an airport: code or name',
    openEvidence: 'Open the evidence',
    takesBack: 'A change of name, telegraph code or coordinates sets this back to “{{state}}”.',
    takenBack: 'Changed: {{fields}}. Saving sets this back to “{{state}}”, to be verified anew.',
  },
};
