import { readdirSync } from 'node:fs';

const sourceFolder = new URL('src/', import.meta.url);
const names = readdirSync(new URL('routes/', sourceFolder), { recursive: true, encoding: 'utf8' });

/** The path of a file below `src`. */
export const nameInSources = ({ href }: URL): string => decodeURI(href.slice(sourceFolder.href.length));

/** The entry module and the route files; folders with a leading dash hold shared parts and are no routes. */
export const pageFiles = ['main.tsx', ...names.map((name) => `routes/${name}`)]
  .filter((name) => name.endsWith('.tsx') && !name.includes('/-'))
  .map((name) => new URL(name, sourceFolder));

/** The page modules that the route factories of `src/routes/-entity-routes.ts` load. */
export const entityPageFiles = {
  listRouteOptions: new URL('routes/-entity-list.tsx', sourceFolder),
  formRouteOptions: new URL('routes/-entity-form.tsx', sourceFolder),
};
