import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';

/**
 * What the folders of a workspace's `src` may import: the folder, the other modules that it may import, patterns of relative paths and
 * names of packages that it must not import (`!` makes an exception). Without patterns, relative imports must stay within the folder.
 */
type Rule = [includes: string, allowed: string, relative?: string, packages?: string];

const ANY_PARENT = '../**';
const FILE_MODEL_EXCEPTION = '!../file-model.ts';
const BFF_RULES: Rule[] = [
  ['tracing/**', ''],
  ['http/**', 'tracing'],
  ['record-log/append.ts', 'http/** batch database'],
  ['{user-log,mail,config}/**', 'http/** user-log/** leases database'],
  ['session/**', 'http/** user-log/** mail/** config/** database'],
  ['views/**', 'http/** session/** database'],
  ['access/**', 'http/** user-log/** mail/** config/** session/** access/* database'],
  ['crud/**', 'http/** record-log/append.ts access/rights.ts crud/** mail/** batch database'],
  ['presence/**', 'http/** crud/** database'],
  [
    'cross-entity/**',
    'http/** change-sets/{effective-time,query-sets}.ts crud/** record-log/{append,recent}.ts imports/** feed/read-feed.ts sync/status/lanes.ts database',
  ],
  ['record-log/{changes-per-day,entries,folded,handlers,recent}.ts', 'http/** crud/** user-log/** database'],
  ['feed/**', 'http/** crud/** record-log/append.ts config/** user-log/** database'],
  ['tasks/**', 'tracing http/** config/** user-log/** leases database'],
  ['columns/** !**/*.test.ts', 'http/** crud/**'],
  ['exports/**', 'http/** change-sets/effective-time.ts columns/** crud/** user-log/** database'],
  ['bulk-changes/**', 'http/** record-log/append.ts access/rights.ts crud/** exports/** tasks/** user-log/** database'],
  ['change-sets/*.ts', 'http/** record-log/append.ts access/rights.ts crud/** mail/** tasks/** batch database'],
  [
    'change-sets/dates/**',
    'http/** record-log/append.ts access/rights.ts crud/** mail/** tasks/** database',
    '../../**',
  ],
  ['change-sets/release/**', 'http/** record-log/append.ts crud/** batch database', '../../**'],
  ['change-sets/engine/**', 'http/** record-log/append.ts crud/** tasks/** batch database'],
  ['dry-run/**', 'http/** record-log/append.ts change-sets/** crud/** feed/read-feed.ts database'],
  ['imports/*.ts', 'http/** record-log/append.ts columns/** change-sets/** crud/** exports/** tasks/** database'],
  ['imports/columns/** !**/*.test.ts', 'http/** columns/** crud/**', `${ANY_PARENT} ${FILE_MODEL_EXCEPTION}`],
  [
    'imports/{apply,decide,revert}/**',
    'http/** change-sets/** crud/** tasks/** database',
    '../apply/** ../decide/** ../revert/** ../read/**',
  ],
  ['imports/presets/**', 'http/**', `${ANY_PARENT} ${FILE_MODEL_EXCEPTION}`],
  ['imports/read/*.ts', 'http/**', `${ANY_PARENT} ${FILE_MODEL_EXCEPTION} !../presets/preset.ts !../../../test/kit/**`],
  ['imports/read/xlsx/**', 'http/**', '../../** !../../file-model.ts !../../../../test/kit/**'],
  [
    'imports/values/**',
    'http/** record-log/append.ts columns/** crud/** batch database',
    '../*/** !../columns/** !../presets/** ../../**',
  ],
  ['imports/process/**', 'http/** tasks/**', `${ANY_PARENT} ${FILE_MODEL_EXCEPTION} !../stored-import.ts`],
  [
    'imports/stage/**',
    'http/** record-log/append.ts columns/** crud/** tasks/** database',
    '../*/** !../columns/** !../presets/** !../process/** !../read/** !../values/** ../../**',
  ],
  ['sync/**', 'tracing http/** feed/** tasks/** crud/** entities/** config/** user-log/** sync/* leases database', ''],
  ['metrics/**', 'sync/** database'],
  ['entities/*.ts', 'http/** crud/** database', `${ANY_PARENT} ./* !./*/**`],
  ['entities/*/**', 'http/** crud/** database'],
];

const TEXTS = 'react-i18next i18next';
/** What every page is made of. */
const PAGE_PARTS = 'api/** i18n/** session/** kit/** crud/** fields/**';
const UI_RULES: Rule[] = [
  ['kit/**', 'kit/**', ANY_PARENT, `@tanstack/react-router ${TEXTS}`],
  ['api/**', ''],
  ['i18n/**', 'api/** i18n/**'],
  ['session/**', 'api/** i18n/**'],
  ['crud/**', 'api/** i18n/** session/** kit/** crud/**'],
  ['fields/**', 'api/** i18n/** kit/** crud/** fields/**'],
  ['entities/*.{ts,tsx}', PAGE_PARTS, `${ANY_PARENT} ./* !./*-fields.tsx`],
  ['entities/*/**', PAGE_PARTS],
  ['{logs,config}/**', PAGE_PARTS],
  ['{change-sets,data-logs,tasks}/**', `${PAGE_PARTS} logs/**`],
  ['change-sets/{actions,calendar,items}/**', `${PAGE_PARTS} logs/**`, '../../**'],
  ['sync/status/**', `${PAGE_PARTS} logs/**`],
  ['sync/subscribers/**', `${PAGE_PARTS} logs/** sync/status/lanes.ts sync/subscribers/**`],
  ['imports/**', 'api/** i18n/** session/** kit/** crud/** logs/** imports/* imports/actions/*'],
  ['access/**', `${PAGE_PARTS} access/common/**`],
  ['**/*.machine.ts', 'api/** crud/**', ANY_PARENT, `@tanstack/** ${TEXTS} react`],
];

/** The rules of each workspace; its unrestricted files, the list of all entities and tests, may import everything. */
const WORKSPACES: { name: string; rules: Rule[]; unrestricted: string[] }[] = [
  { name: 'bff', rules: BFF_RULES, unrestricted: ['entities/index.ts'] },
  { name: 'ui', rules: UI_RULES, unrestricted: ['entities/index.ts', '**/*.test.ts', '**/*.test.tsx'] },
];

const words = (text: string): string[] => text.split(' ').filter(Boolean);

const override = (includes: string[], noRestrictedImports: unknown) => ({
  includes,
  linter: { rules: { style: { noRestrictedImports } } },
});

function toOverride([includes, allowed, relative = ANY_PARENT, packages = '']: Rule) {
  const group = ['#*', '#*/**', ...words(packages), ...words(allowed).map((name) => `!#${name}`), ...words(relative)];
  const names = words(allowed).map((name) => name.replace(/\/\*+$/, ''));
  const message = `${words(includes)[0]} may import ${names.join(', ') || 'no other folder'}: see .ci/import-rules.ts.`;
  return override(words(includes), { level: 'error', options: { patterns: [{ group, message }] } });
}

for (const { name, rules, unrestricted } of WORKSPACES) {
  const file = path.resolve(import.meta.dirname, `../${name}/src/biome.json`);
  const current = JSON.parse(readFileSync(file, 'utf8'));
  const expected = { ...current, overrides: [...rules.map(toOverride), override(unrestricted, 'off')] };
  if (process.argv.includes('--write')) {
    writeFileSync(file, `${JSON.stringify(expected, null, 2)}\n`);
    execFileSync('npx', ['biome', 'format', '--write', file], { stdio: 'inherit' });
  } else if (!isDeepStrictEqual(current, expected)) {
    console.error(
      `${name}/src/biome.json does not match .ci/import-rules.ts: run “npx tsx .ci/import-rules.ts --write”.`,
    );
    process.exitCode = 1;
  }
}
