import path from 'node:path';

interface Graph {
  getModuleInfo: (
    id: string,
  ) => { importedIds: readonly string[]; importers: readonly string[]; code: string | null } | null;
}

const sourceFolder = `${path.resolve(import.meta.dirname, 'src')}${path.sep}`;
const pageModule = (name: string): string => `${sourceFolder}routes/${name}.tsx?tsr-split=component`;
const singlePageModule = /\?tsr-split|[\\/]-pages[\\/]login[\\/]/;
/** This module lists lazy imports of all metadata, so its imports are not part of a page. */
const metadataModule = /[\\/]metadata\.gen\.ts$/;

const reactModule = /[\\/]node_modules[\\/]react[\\/]/;

/** A module of `src` and everything in `src` that it imports statically. */
function closureOf(id: string, graph: Graph): Set<string> {
  const modules = new Set([id]);
  for (const moduleId of modules) {
    if (metadataModule.test(moduleId)) continue;
    for (const importedId of graph.getModuleInfo(moduleId)?.importedIds ?? [])
      if (importedId.startsWith(sourceFolder)) modules.add(importedId);
  }
  return modules;
}

const MAX_SMALL_MODULE_CHARACTERS = 10_000;
const MIN_SHARING_FOLDERS = 3;

/** Returns the folder of `src` that a module is in. */
const folderOf = (id: string): string => id.slice(sourceFolder.length).split(/[\\/]/, 1)[0] ?? '';

/** Returns whether a module is so small, and used in so many folders, that a chunk of its own would cost more than loading it with the frame. */
function isSmallAndShared(id: string, frame: ReadonlySet<string>, graph: Graph): boolean {
  const info = graph.getModuleInfo(id);
  return (
    id.startsWith(sourceFolder) &&
    info !== null &&
    new Set(info.importers.map(folderOf)).size >= MIN_SHARING_FOLDERS &&
    (info.code?.length ?? 0) < MAX_SMALL_MODULE_CHARACTERS &&
    info.importedIds.every((importedId) => frame.has(importedId) || reactModule.test(importedId))
  );
}

/** Names the chunk of modules that the login page shares with others, and of those that come with the frame. */
function createChunkNamer() {
  let closures: Record<'frame' | 'login' | 'register', Set<string>> | undefined;
  return (id: string, graph: Graph): string | null => {
    closures ??= {
      frame: closureOf(pageModule('_frame'), graph),
      login: closureOf(pageModule('login'), graph),
      register: closureOf(pageModule('register'), graph),
    };
    if (singlePageModule.test(id)) return null;
    if (closures.login.has(id)) return 'common';
    if (closures.register.has(id)) return null;
    return closures.frame.has(id) || isSmallAndShared(id, closures.frame, graph) ? 'frame' : null;
  };
}

/** Modules that are always loaded together go into one chunk, which takes fewer requests and compresses better. */
export const chunkGroups = [
  { name: 'base', tags: ['$initial' as const], priority: 2 },
  { name: createChunkNamer(), priority: 1, includeDependenciesRecursively: false },
  // Pages that have one of these controls have most of them. In a chunk each they would add 4 kB to the heaviest forms.
  {
    name: 'headless',
    test: /[\\/]node_modules[\\/]@(?:headlessui|floating-ui)[\\/]/,
    minShareCount: 8,
    includeDependenciesRecursively: false,
  },
  // The small parts of lists and forms, which most pages have. This saves lists and forms 3 kB, and costs pages that need few of them 8 kB.
  { name: 'shared', test: /[\\/]ui[\\/]src[\\/]/, minShareCount: 24, includeDependenciesRecursively: false },
];
