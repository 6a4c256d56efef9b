import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';
import { importsOf } from './module-imports.ts';
import { nameInSources, pageFiles } from './page-files.ts';

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
  /** What every page waits for. */
  styles: readonly Part[];
  /** Sheets that come after the page. */
  laterStyles: readonly (Part & { text: string })[];
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
  const sheets = built.map(({ fileName }) => fileName).filter((file) => file.endsWith('.css'));
  const ofPage = (file: string) => /\/index-[^/]*$/.test(file);

  function closureOf(files: readonly string[]): readonly string[] {
    const found = new Set(files);
    for (const file of found) for (const next of byFile.get(file)?.imports ?? []) found.add(next);
    return [...found];
  }
  const weighed = new Map<string, Part>();
  function partOf(file: string): Part {
    const part = weighed.get(file) ?? { file, bytes: gzipSync(text.get(file) ?? '').length };
    weighed.set(file, part);
    return part;
  }

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
    styles: sheets.filter(ofPage).map(partOf),
    laterStyles: sheets
      .filter((file) => !ofPage(file))
      .map((file) => ({ ...partOf(file), text: String(text.get(file)) })),
  };
}

/**
 * In kilobytes, as gzip sends them; a page in all with its styles and texts. Pictures and fonts, for which nothing waits,
 * are no part of it: coastlines of maps, and the sheet that names the subsets of the Chinese font, with a budget of its own.
 */
export const budgets = { login: 165, list: 115, page: 400, fonts: 35 };

interface Loaded {
  code: readonly string[];
  texts?: readonly string[];
}

const form = (fields: string, body: string, ...more: string[]): Loaded => ({
  code: [`entities/${fields}.tsx`, `api/validators/${body}.gen.js`, ...more],
});
const map = 'kit/map/map-selector.tsx';

/** What pages, or forms opened on them, load as soon as they are there, beside what comes with their files and their texts. */
const atOnce: Record<string, Loaded> = {
  '_frame/index': { code: ['tasks/home-panel.tsx', 'sync/status/home-panel.tsx'], texts: ['tasks', 'sync'] },
  '_frame/airport_.form': form('airport/main-form', 'AirportWrite', map),
  '_frame/train-station_.form': form('train-station/station-form', 'TrainStationWrite', map),
  '_frame/eu-stations_.form': form('eurail-station/station-form', 'EurailStationWrite', map),
  '_frame/cabin_.form': form('cabin-fields', 'CabinWrite'),
  '_frame/protocol_.form': form('protocol/protocol-fields', 'ProtocolWrite'),
  '_frame/country?panel=new': form('country-fields', 'CountryWrite'),
  '_frame/city?panel=new': form('city-fields', 'CityWrite'),
  '_frame/airline?panel=new': form('airline-fields', 'AirlineWrite'),
  '_frame/rate-board?panel=new': form('rate-board/rate-fields', 'RateWrite', 'kit/dialog-layer.tsx'),
  '_frame/system-config': { code: ['api/validators/Settings.gen.js'] },
};

const names = pageFiles
  .map(nameInSources)
  .filter((name) => name.startsWith('routes/'))
  .map((name) => name.slice('routes/'.length).replace('.tsx', ''));
const routes = names.filter((name) => !['__root', '_frame'].includes(name));
export const lists = routes.filter((name) => importsOf(fileOf(name)).text.includes('<ListPage'));
/** By the names of their files below `src/routes`, with what is opened on them. */
export const pages = [...routes, ...Object.keys(atOnce).filter((name) => name.includes('?'))];

const routeOf = (name: string): string => name.split('?')[0] ?? name;

function fileOf(name: string): URL {
  return new URL(`src/routes/${name}.tsx`, import.meta.url);
}

/** The groups of texts that a page loads, by what its file says. */
function textsOf(name: string): string[] {
  const inside = name.startsWith('_frame/');
  const code = [routeOf(name), ...(inside ? ['_frame'] : [])].map((file) => importsOf(fileOf(file)).text).join('\n');
  const loaded = [...code.matchAll(/\b(?:loadTexts\(|withTexts\(import\('[^']+'\), )([^)]*)\)/g)];
  const named = loaded.flatMap(([, list = '']) => [...list.matchAll(/'(\w+)'/g)].map(([, group = '']) => group));
  return [...new Set(['core', ...named, ...(atOnce[name]?.texts ?? [])])];
}

export const textFile = (group: string, language: 'zh' | 'en') =>
  `i18n/${language}-${group.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.ts`;

/** A page's scripts, in the language whose texts are the heavier. */
export function scriptsOf(ui: Built, name: string): Part[] {
  const inside = name.startsWith('_frame/') ? ['routes/_frame.tsx'] : [];
  const code = [`routes/${routeOf(name)}.tsx`, ...inside, ...(atOnce[name]?.code ?? [])].flatMap(ui.withModule);
  const spoken = (['zh', 'en'] as const).map((language) =>
    [
      ...new Set([...ui.entry, ...code, ...textsOf(name).flatMap((group) => ui.withModule(textFile(group, language)))]),
    ].map(ui.partOf),
  );
  return spoken.toSorted((a, b) => sum(b) - sum(a))[0] ?? [];
}

/** In kilobytes. */
export const sum = (parts: readonly Part[]): number => parts.reduce((all, { bytes }) => all + bytes, 0) / 1000;
