import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';
import type { Language } from '#api/metadata.gen.ts';
import { importsOf } from './module-imports.ts';
import { entityPageFiles, nameInSources, pageFiles } from './page-files.ts';

export interface WeighedFile {
  file: string;
  /** The gzipped size. */
  bytes: number;
}

export interface BuiltUi {
  /** The chunk that a lazily loaded module starts and the chunks it imports, by the module's path below `src`. */
  withModule: (name: string) => readonly string[];
  weigh: (file: string) => WeighedFile;
  entry: readonly string[];
  /** Style sheets that every page waits for. */
  styles: readonly WeighedFile[];
  /** Style sheets that load after the page. */
  laterStyles: readonly (WeighedFile & { text: string })[];
}

const sources = path.resolve(import.meta.dirname, 'src') + path.sep;
const nameOf = (id: string): string => id.split('?')[0]?.replace(sources, '') ?? id;

/** Builds the ui without writing files. */
async function buildInMemory() {
  const root = import.meta.dirname;
  const { NODE_ENV } = process.env;
  // Packages include development code unless NODE_ENV is production.
  process.env.NODE_ENV = 'production';
  try {
    const configFile = `${root}/vite.config.ts`;
    const outputs = await build({ root, configFile, logLevel: 'silent', build: { write: false } });
    // The cast: without watch mode the build returns its outputs.
    return ([outputs].flat()[0] as Rolldown.RolldownOutput).output;
  } finally {
    process.env.NODE_ENV = NODE_ENV;
  }
}

export async function buildUi(): Promise<BuiltUi> {
  const outputs = await buildInMemory();
  const chunks = outputs.filter((part): part is Rolldown.OutputChunk => part.type === 'chunk');
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const text = new Map(outputs.map((part) => [part.fileName, part.type === 'chunk' ? part.code : part.source]));
  const styleSheets = outputs.map(({ fileName }) => fileName).filter((file) => file.endsWith('.css'));
  const isInitialSheet = (file: string) => /\/index-[^/]*$/.test(file);

  function closureOf(files: readonly string[]): readonly string[] {
    const reachable = new Set(files);
    for (const file of reachable) for (const next of byFile.get(file)?.imports ?? []) reachable.add(next);
    return [...reachable];
  }
  const cache = new Map<string, WeighedFile>();
  function weigh(file: string): WeighedFile {
    const part = cache.get(file) ?? { file, bytes: gzipSync(text.get(file) ?? '').length };
    cache.set(file, part);
    return part;
  }

  return {
    withModule: (name) => {
      const ownChunks = chunks.filter(
        ({ facadeModuleId, isDynamicEntry }) => isDynamicEntry && facadeModuleId && nameOf(facadeModuleId) === name,
      );
      if (ownChunks.length === 0) throw new Error(`No file of its own begins with ${name}.`);
      return closureOf(ownChunks.map(({ fileName }) => fileName));
    },
    weigh,
    entry: closureOf(chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName)),
    styles: styleSheets.filter(isInitialSheet).map(weigh),
    laterStyles: styleSheets
      .filter((file) => !isInitialSheet(file))
      .map((file) => ({ ...weigh(file), text: String(text.get(file)) })),
  };
}

/**
 * Budgets in gzipped kilobytes. A page counts with its styles and texts. Images and fonts do not count, as nothing waits
 * for them: the coastlines of maps, and the sheet with the subsets of the Chinese font, which has a budget of its own.
 */
export const budgets = { login: 165, list: 108, page: 403, fonts: 35 };

interface Preload {
  code: readonly string[];
  texts?: readonly string[];
}

const form = (fields: string, body: string, ...more: string[]): Preload => ({
  code: [`entities/${fields}.tsx`, `api/validators/${body}.gen.js`, ...more],
});
const map = 'kit/map/map-selector.tsx';
const panel = 'crud/form/record/record-form-panel.tsx';

/** Modules and texts that a page, or a form opened on it, loads at once besides its own imports. */
const preloads: Record<string, Preload> = {
  '_frame/index': {
    code: [
      'tasks/tasks-panel.tsx',
      'sync/status/sync-lag-panel.tsx',
      'data-logs/changes-per-day-panel.tsx',
      'data-logs/recent-panel.tsx',
    ],
    texts: ['tasks', 'sync', 'dataLogs'],
  },
  '_frame/airport_.form': form('airport/airport-form', 'AirportWrite', map),
  '_frame/train-station_.form': form('train-station/station-form', 'TrainStationWrite', map),
  '_frame/eu-stations_.form': form('eurail-station/station-form', 'EurailStationWrite', map),
  '_frame/cabin_.form': form('cabin-fields', 'CabinWrite'),
  '_frame/protocol_.form': form('protocol/protocol-fields', 'ProtocolWrite'),
  '_frame/country?panel=new': form('country-fields', 'CountryWrite', panel),
  '_frame/city?panel=new': form('city-fields', 'CityWrite', panel),
  '_frame/airline?panel=new': form('airline-fields', 'AirlineWrite', panel),
  '_frame/rate-board?panel=new': form('rate-board/rate-fields', 'RateWrite', panel, 'kit/layers/dialog-layer.tsx'),
  '_frame/system-config': { code: ['api/validators/Settings.gen.js'] },
};

const names = pageFiles
  .map(nameInSources)
  .filter((name) => name.startsWith('routes/'))
  .map((name) => name.slice('routes/'.length).replace('.tsx', ''));
const routes = names.filter((name) => !['__root', '_frame'].includes(name));
export const listPages = routes.filter((name) => /<ListPage|\blistRouteOptions\(/.test(importsOf(fileOf(name)).text));
/** Pages by their file names below `src/routes`, and the forms opened on them. */
export const pages = [...routes, ...Object.keys(preloads).filter((name) => name.includes('?'))];

const routeOf = (name: string): string => name.split('?')[0] ?? name;

function fileOf(name: string): URL {
  return new URL(`src/routes/${name}.tsx`, import.meta.url);
}

/** The modules with a page's component: its route file, unless a factory makes the whole route. */
function componentFilesOf(name: string): string[] {
  const file = fileOf(routeOf(name));
  const { text } = importsOf(file);
  const factories = Object.entries(entityPageFiles).filter(([factory]) => text.includes(`${factory}(`));
  const hasOwnComponent = factories.length === 0 || text.includes('component:');
  return [...factories.map(([, page]) => page), ...(hasOwnComponent ? [file] : [])].map(nameInSources);
}

/** The namespaces of texts that a page loads, read from its route file. */
function textsOf(name: string): string[] {
  const inside = name.startsWith('_frame/');
  const code = [routeOf(name), ...(inside ? ['_frame'] : [])].map((file) => importsOf(fileOf(file)).text).join('\n');
  const loaded = [...code.matchAll(/\b(?:loadTexts\(|withTexts\(import\('[^']+'\), )([^)]*)\)/g)];
  const named = loaded.flatMap(([, list = '']) =>
    [...list.matchAll(/'(\w+)'/g)].map(([, namespace = '']) => namespace),
  );
  return [...new Set(['core', ...named, ...(preloads[name]?.texts ?? [])])];
}

export const textFile = (namespace: string, language: Language) =>
  `i18n/${language}/${namespace.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.ts`;

/** A page's scripts, in the language with the larger texts. */
export function scriptsOf(ui: BuiltUi, name: string): WeighedFile[] {
  const frameFiles = name.startsWith('_frame/') ? ['routes/_frame.tsx'] : [];
  const codeFiles = [...componentFilesOf(name), ...frameFiles, ...(preloads[name]?.code ?? [])].flatMap(ui.withModule);
  const byLanguage = (['zh-CN', 'en'] as const).map((language) =>
    [
      ...new Set([
        ...ui.entry,
        ...codeFiles,
        ...textsOf(name).flatMap((namespace) => ui.withModule(textFile(namespace, language))),
      ]),
    ].map(ui.weigh),
  );
  return byLanguage.toSorted((a, b) => sumKilobytes(b) - sumKilobytes(a))[0] ?? [];
}

/** The total in kilobytes. */
export const sumKilobytes = (parts: readonly WeighedFile[]): number =>
  parts.reduce((all, { bytes }) => all + bytes, 0) / 1000;
