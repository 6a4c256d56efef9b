import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';
import { importsOf } from './module-imports.ts';
import { pageFiles } from './page-files.ts';

export interface Part {
  file: string;
  /** Bytes, as gzip sends them. */
  bytes: number;
}

export interface Built {
  /** A module's file and what comes with it; of a page: its components. By their names below `src`. */
  withModule: (name: string) => readonly string[];
  partOf: (file: string) => Part;
  entry: readonly string[];
  /** What every page waits for: the list of a font's subsets comes after it. */
  styles: readonly Part[];
}

const sources = path.resolve(import.meta.dirname, 'src') + path.sep;
const nameOf = (id: string): string => id.split('?')[0]?.replace(sources, '') ?? id;

/** What the product is built to, in memory. */
async function output() {
  const root = import.meta.dirname;
  const { NODE_ENV } = process.env;
  // packages bring more than they ship where it says that this is a test
  process.env.NODE_ENV = 'production';
  try {
    const configFile = `${root}/vite.config.ts`;
    const built = await build({ root, configFile, logLevel: 'silent', build: { write: false } });
    // the cast: nobody asked to watch
    return ([built].flat()[0] as Rolldown.RolldownOutput).output;
  } finally {
    process.env.NODE_ENV = NODE_ENV;
  }
}

export async function buildUi(): Promise<Built> {
  const built = await output();
  const chunks = built.filter((part): part is Rolldown.OutputChunk => part.type === 'chunk');
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const text = new Map(built.map((part) => [part.fileName, part.type === 'chunk' ? part.code : part.source]));

  function closureOf(files: readonly string[]): readonly string[] {
    const found = new Set(files);
    for (const file of found) for (const next of byFile.get(file)?.imports ?? []) found.add(next);
    return [...found];
  }
  const partOf = (file: string): Part => ({ file, bytes: gzipSync(text.get(file) ?? '').length });

  return {
    withModule: (name) => {
      const own = chunks.filter(
        ({ facadeModuleId, isDynamicEntry }) => isDynamicEntry && facadeModuleId && nameOf(facadeModuleId) === name,
      );
      if (own.length === 0) throw new Error(`No file of its own begins with ${name}.`);
      return closureOf(own.map(({ fileName }) => fileName));
    },
    partOf,
    entry: closureOf(chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName)),
    styles: built
      .filter(({ fileName }) => /\/index-[^/]*\.css$/.test(fileName))
      .map(({ fileName }) => partOf(fileName)),
  };
}

/** In kilobytes, as gzip sends them; a page in all with its styles and texts. */
export const budgets = { login: 165, list: 110, page: 380 };

const form = (fields: string, body: string) => [`entities/${fields}.tsx`, `api/validators/${body}.gen.js`];

/** What pages load as soon as they are there, beside what comes with their files and their texts. */
const atOnce: Record<string, readonly string[]> = {
  '_frame/index': ['tasks/home-panel.tsx', 'sync/status/home-panel.tsx'],
  '_frame/airport_.form': form('airport/main-form', 'AirportWrite'),
  '_frame/train-station_.form': form('train-station/station-form', 'TrainStationWrite'),
  '_frame/eu-stations_.form': form('eurail-station/station-form', 'EurailStationWrite'),
  '_frame/cabin_.form': form('cabin-fields', 'CabinWrite'),
  '_frame/protocol_.form': form('protocol/protocol-fields', 'ProtocolWrite'),
  '_frame/system-config': ['api/validators/Settings.gen.js'],
};

const names = pageFiles.flatMap(({ pathname }) => pathname.split('/src/routes/')[1]?.replace('.tsx', '') ?? []);
/** By the names of their files below `src/routes`. */
export const pages = names.filter((name) => !['__root', '_frame'].includes(name));
export const lists = pages.filter((name) => importsOf(fileOf(name)).text.includes('<ListPage'));

function fileOf(name: string): URL {
  return new URL(`src/routes/${name}.tsx`, import.meta.url);
}

/** The groups of texts that a page loads, by what its file says. */
function textsOf(name: string): string[] {
  const inside = name.startsWith('_frame/');
  const code = [name, ...(inside ? ['_frame'] : [])].map((file) => importsOf(fileOf(file)).text).join('\n');
  const loaded = [...code.matchAll(/\b(?:loadTexts\(|withTexts\(import\('[^']+'\), )([^)]*)\)/g)];
  const named = loaded.flatMap(([, list = '']) => [...list.matchAll(/'(\w+)'/g)].map(([, group = '']) => group));
  return [...new Set(['core', ...named])];
}

export const textFile = (group: string, language: 'zh' | 'en') =>
  `i18n/${language}-${group.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.ts`;

/** A page's scripts, in the language whose texts are the heavier. */
export function scriptsOf(ui: Built, name: string): Part[] {
  const inside = name.startsWith('_frame/') ? ['routes/_frame.tsx'] : [];
  const code = [`routes/${name}.tsx`, ...inside, ...(atOnce[name] ?? [])].flatMap(ui.withModule);
  const spoken = (['zh', 'en'] as const).map((language) =>
    [
      ...new Set([...ui.entry, ...code, ...textsOf(name).flatMap((group) => ui.withModule(textFile(group, language)))]),
    ].map(ui.partOf),
  );
  return spoken.toSorted((a, b) => sum(b) - sum(a))[0] ?? [];
}

/** In kilobytes. */
export const sum = (parts: readonly Part[]): number => parts.reduce((all, { bytes }) => all + bytes, 0) / 1000;
