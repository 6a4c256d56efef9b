import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';

/**
 * What the folders of `bff/src` may import: the folder, the other modules that it may import, and patterns of relative paths that it
 * must not import (`!` makes an exception). Without patterns, relative imports must stay within the folder.
 */
const ANY_PARENT = '../**';
const FILE_MODEL_EXCEPTION = '!../file-model.ts';
const RULES: [includes: string, allowed: string, relative?: string][] = [
  ['http/**', ''],
  ['record-log/append.ts', 'http/** batch database'],
  ['{user-log,mail,config}/**', 'http/** user-log/** leases database'],
  ['session/**', 'http/** user-log/** mail/** config/** database'],
  ['access/**', 'http/** user-log/** mail/** config/** session/** access/* database'],
  ['crud/**', 'http/** record-log/append.ts mail/** batch database'],
  ['cross-entity/**', 'http/** crud/** record-log/append.ts imports/** sync/status/lanes.ts database'],
  ['record-log/{entries,handlers}.ts', 'http/** crud/** user-log/** database'],
  ['feed/**', 'http/** crud/** record-log/append.ts config/** user-log/** database'],
  ['tasks/**', 'http/** config/** user-log/** leases database'],
  ['columns/** !**/*.test.ts', 'http/** crud/**'],
  ['exports/**', 'http/** columns/** crud/** user-log/** database'],
  ['imports/*.ts', 'http/** record-log/append.ts columns/** crud/** exports/** tasks/** database'],
  ['imports/columns/** !**/*.test.ts', 'http/** columns/** crud/**', `${ANY_PARENT} ${FILE_MODEL_EXCEPTION}`],
  [
    'imports/{apply,decide,revert}/**',
    'http/** crud/** tasks/** database',
    '../apply/** ../decide/** ../revert/** ../read/**',
  ],
  [
    'imports/steps/**',
    'http/** crud/** tasks/** database',
    '../apply/** ../decide/** ../revert/** ../read/** ../stage/** ../values/**',
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
    '../*/** !../columns/** !../process/** !../read/** !../values/** ../../**',
  ],
  ['sync/**', 'http/** feed/** tasks/** crud/** entities/** config/** user-log/** sync/* leases database', ''],
  ['metrics/**', 'sync/** database'],
  ['entities/*.ts', 'http/** crud/** database', `${ANY_PARENT} ./* !./*/**`],
  ['entities/*/**', 'http/** crud/** database'],
];
/** This file may import every entity. */
const UNRESTRICTED_FILE = 'entities/index.ts';

const CONFIGURATION = path.resolve(import.meta.dirname, '../bff/src/biome.json');

const words = (text: string): string[] => text.split(' ').filter(Boolean);

const override = (includes: string, noRestrictedImports: unknown) => ({
  includes: words(includes),
  linter: { rules: { style: { noRestrictedImports } } },
});

function toOverride([includes, allowed, relative = ANY_PARENT]: (typeof RULES)[number]) {
  const group = ['#*', '#*/**', ...words(allowed).map((name) => `!#${name}`), ...words(relative)];
  const names = words(allowed).map((name) => name.replace(/\/\*+$/, ''));
  const message = `${words(includes)[0]} may import ${names.join(', ') || 'no other folder'}: see .ci/import-rules.ts.`;
  return override(includes, { level: 'error', options: { patterns: [{ group, message }] } });
}

const current = JSON.parse(readFileSync(CONFIGURATION, 'utf8'));
const expected = { ...current, overrides: [...RULES.map(toOverride), override(UNRESTRICTED_FILE, 'off')] };
if (process.argv.includes('--write')) {
  writeFileSync(CONFIGURATION, `${JSON.stringify(expected, null, 2)}\n`);
  execFileSync('npx', ['biome', 'format', '--write', CONFIGURATION], { stdio: 'inherit' });
} else if (!isDeepStrictEqual(current, expected)) {
  console.error('bff/src/biome.json does not match .ci/import-rules.ts: run “npx tsx .ci/import-rules.ts --write”.');
  process.exitCode = 1;
}
