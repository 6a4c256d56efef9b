import { beforeAll, describe, expect, it } from 'vitest';
import { groups } from '#i18n/groups.ts';
import { importsOf } from './module-imports.ts';
import { pageFiles } from './page-files.ts';
import { type Built, buildUi, type Part } from './page-weights.ts';

/** In kilobytes, as gzip sends them; a page in all with its styles and texts. */
const budgets = { login: 165, list: 110, page: 380 };

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
const pages = names.filter((name) => !['__root', '_frame'].includes(name));
const lists = pages.filter((name) => importsOf(fileOf(name)).text.includes('<ListPage'));

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

const textFile = (group: string, language: 'zh' | 'en') =>
  `i18n/${language}-${group.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.ts`;

describe('a page weighs', () => {
  let ui: Built;
  beforeAll(async () => {
    ui = await buildUi();
  }, 120_000);

  /** Its scripts, in the language whose texts are the heavier. */
  function scriptsOf(name: string): Part[] {
    const inside = name.startsWith('_frame/') ? ['routes/_frame.tsx'] : [];
    const code = [`routes/${name}.tsx`, ...inside, ...(atOnce[name] ?? [])].flatMap(ui.withModule);
    const spoken = (['zh', 'en'] as const).map((language) =>
      [
        ...new Set([
          ...ui.entry,
          ...code,
          ...textsOf(name).flatMap((group) => ui.withModule(textFile(group, language))),
        ]),
      ].map(ui.partOf),
    );
    return spoken.toSorted((a, b) => sum(b) - sum(a))[0] ?? [];
  }

  it.each(pages)('%s: no more than its budget', (name) => {
    const scripts = scriptsOf(name);
    const all = [...scripts, ...ui.styles];
    expect(budgets.page - sum(all), told(`${name} in all`, budgets.page, all)).toBeGreaterThanOrEqual(0);
    if (name === 'login')
      expect(budgets.login - sum(scripts), told('scripts of login', budgets.login, scripts)).toBeGreaterThanOrEqual(0);
  });

  it.each(lists)('%s: little more than login', (name) => {
    const [list, login] = [scriptsOf(name), scriptsOf('login')];
    const known = new Set(login.map(({ file }) => file));
    const more = list.filter(({ file }) => !known.has(file));
    const message = told(`${name} beside login`, budgets.list, more);
    expect(budgets.list - (sum(list) - sum(login)), message).toBeGreaterThanOrEqual(0);
  });

  it('knows every group of texts by its file', () => {
    for (const group of Object.keys(groups)) expect(ui.withModule(textFile(group, 'zh'))).not.toEqual([]);
  });
});

const sum = (parts: readonly Part[]): number => parts.reduce((all, { bytes }) => all + bytes, 0) / 1000;

function told(what: string, budget: number, parts: readonly Part[]): string {
  const heaviest = parts.toSorted((a, b) => b.bytes - a.bytes).slice(0, 10);
  const lines = heaviest.map(({ file, bytes }) => `${(bytes / 1000).toFixed(1).padStart(7)} ${file}`);
  return [`${what}: ${sum(parts).toFixed(1)} of ${budget} kB`, ...lines].join('\n');
}
