import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';

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
