import { readdirSync } from 'node:fs';

const sources = new URL('src/', import.meta.url);
const names = readdirSync(new URL('routes/', sources), { recursive: true, encoding: 'utf8' });

/** The name of one of these files within `src`, which may itself lie in a folder called `src`. */
export const nameInSources = ({ href }: URL): string => decodeURI(href.slice(sources.href.length));

/** Where the console begins, and the pages of its map of addresses; what they share stands in folders after a dash. */
export const pageFiles = ['main.tsx', ...names.map((name) => `routes/${name}`)]
  .filter((name) => name.endsWith('.tsx') && !name.includes('/-'))
  .map((name) => new URL(name, sources));
