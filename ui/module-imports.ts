import { readFileSync } from 'node:fs';

const sourceFolder = new URL('src/', import.meta.url);
const staticImport = /^(?:import|export)(?! type\b)(?:[^;'"=(]*? from)? '([^']+)';/gm;
const dynamicImport = /\bimport\('([^']+)'\)/g;

export interface ModuleImports {
  text: string;
  /** Statically imported modules of `src`, and packages by name. */
  modules: URL[];
  packages: string[];
  /** Dynamic imports: modules of `src` by URL, packages by name. */
  lazy: string[];
}

export function resolveModule(name: string, from: URL): URL | undefined {
  if (name.startsWith('#')) return new URL(name.slice(1), sourceFolder);
  return name.startsWith('.') ? new URL(name, from) : undefined;
}

/** Reads the imports of a module from its text. */
export function importsOf(file: URL): ModuleImports {
  const imports: ModuleImports = { text: '', modules: [], packages: [], lazy: [] };
  // Styles import no scripts, and the generated route tree imports every page.
  if (!/(?<!routeTree\.gen)\.tsx?$/.test(file.href)) return imports;
  imports.text = readFileSync(file, 'utf8');
  for (const [, name = ''] of imports.text.matchAll(staticImport)) {
    const moduleUrl = resolveModule(name, file);
    if (moduleUrl) imports.modules.push(moduleUrl);
    else imports.packages.push(name);
  }
  for (const [, name = ''] of imports.text.matchAll(dynamicImport))
    imports.lazy.push(resolveModule(name, file)?.href ?? name);
  return imports;
}
