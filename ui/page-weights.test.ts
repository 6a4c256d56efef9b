import { beforeAll, describe, expect, it } from 'vitest';
import { groups } from '#i18n/groups.ts';
import { type Built, budgets, buildUi, lists, type Part, pages, scriptsOf, sum, textFile } from './page-weights.ts';

describe('a page weighs', () => {
  let ui: Built;
  beforeAll(async () => {
    ui = await buildUi();
  }, 120_000);

  it.each(pages)('%s: no more than its budget', (name) => {
    const scripts = scriptsOf(ui, name);
    const all = [...scripts, ...ui.styles];
    expect(budgets.page - sum(all), told(`${name} in all`, budgets.page, all)).toBeGreaterThanOrEqual(0);
    if (name === 'login')
      expect(budgets.login - sum(scripts), told('scripts of login', budgets.login, scripts)).toBeGreaterThanOrEqual(0);
  });

  it.each(lists)('%s: little more than login', (name) => {
    const [list, login] = [scriptsOf(ui, name), scriptsOf(ui, 'login')];
    const known = new Set(login.map(({ file }) => file));
    const more = list.filter(({ file }) => !known.has(file));
    const message = told(`${name} beside login`, budgets.list, more);
    expect(budgets.list - (sum(list) - sum(login)), message).toBeGreaterThanOrEqual(0);
  });

  it('a list of the subsets of a font, after the page: no more than its budget, and nothing else', () => {
    const bytes = ui.laterStyles.reduce((all, part) => all + part.bytes, 0);
    expect(bytes).toBeGreaterThan(0);
    expect(bytes / 1000).toBeLessThanOrEqual(budgets.fonts);
    for (const { text } of ui.laterStyles)
      expect(text.replaceAll(/@font-face\s*\{[^}]*\}|\/\*.*?\*\//gs, '').trim()).toBe('');
  });

  it('knows every group of texts by its file', () => {
    for (const group of Object.keys(groups)) expect(ui.withModule(textFile(group, 'zh'))).not.toEqual([]);
  });
});

function told(what: string, budget: number, parts: readonly Part[]): string {
  const heaviest = parts.toSorted((a, b) => b.bytes - a.bytes).slice(0, 10);
  const lines = heaviest.map(({ file, bytes }) => `${(bytes / 1000).toFixed(1).padStart(7)} ${file}`);
  return [`${what}: ${sum(parts).toFixed(1)} of ${budget} kB`, ...lines].join('\n');
}
