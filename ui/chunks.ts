import path from 'node:path';

interface Graph {
  getModuleInfo: (id: string) => { importedIds: readonly string[] } | null;
}

const sources = `${path.resolve(import.meta.dirname, 'src')}${path.sep}`;
const page = (name: string): string => `${sources}routes/${name}.tsx?tsr-split=component`;
const ofOnePage = /\?tsr-split|[\\/]-pages[\\/]login[\\/]/;
/** It names every fact, and brings none of them along. */
const names = /[\\/]facts\.gen\.ts$/;

/** Own modules that come with one. */
function closureOf(id: string, graph: Graph): Set<string> {
  const found = new Set([id]);
  for (const one of found) {
    if (names.test(one)) continue;
    for (const next of graph.getModuleInfo(one)?.importedIds ?? []) if (next.startsWith(sources)) found.add(next);
  }
  return found;
}

/** What stands at the door and elsewhere, and what the frame brings beside that; what only registering shares with it stays apart. */
function createShares() {
  let closures: Record<'frame' | 'login' | 'register', Set<string>> | undefined;
  return (id: string, graph: Graph): string | null => {
    closures ??= {
      frame: closureOf(page('_frame'), graph),
      login: closureOf(page('login'), graph),
      register: closureOf(page('register'), graph),
    };
    if (ofOnePage.test(id)) return null;
    if (closures.login.has(id)) return 'common';
    return closures.frame.has(id) && !closures.register.has(id) ? 'frame' : null;
  };
}

/** Modules that always come together are one file: less to ask for, and it compresses better than many small ones. */
export const groups = [
  { name: 'base', tags: ['$initial' as const], priority: 2 },
  { name: createShares(), priority: 1, includeDependenciesRecursively: false },
];
