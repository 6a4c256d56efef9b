import { readFileSync } from 'node:fs';

const sources = new URL('src/', import.meta.url);
const imports = /^(?:import|export)(?! type\b)(?:[^;'"=(]*? from)? '([^']+)';/gm;
const onDemand = /\bimport\('([^']+)'\)/g;

export interface ModuleImports {
  text: string;
  /** Own modules, and packages by their names, that come with it. */
  modules: URL[];
  packages: string[];
  /** What it asks for later, own modules by their addresses. */
  later: string[];
}

export function resolveModule(name: string, from: URL): URL | undefined {
  if (name.startsWith('#')) return new URL(name.slice(1), sources);
  return name.startsWith('.') ? new URL(name, from) : undefined;
}

/** What a module brings along, as its text says; of styles and of what is generated: nothing. */
export function importsOf(file: URL): ModuleImports {
  const found: ModuleImports = { text: '', modules: [], packages: [], later: [] };
  // styles import nothing that runs, and what the router generates names the pages themselves
  if (!/(?<!routeTree\.gen)\.tsx?$/.test(file.href)) return found;
  found.text = readFileSync(file, 'utf8');
  for (const [, name = ''] of found.text.matchAll(imports)) {
    const next = resolveModule(name, file);
    if (next) found.modules.push(next);
    else found.packages.push(name);
  }
  for (const [, name = ''] of found.text.matchAll(onDemand)) found.later.push(resolveModule(name, file)?.href ?? name);
  return found;
}
