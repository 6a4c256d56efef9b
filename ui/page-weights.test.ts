import { beforeAll, describe, expect, it } from 'vitest';
import { namespaces } from '#i18n/namespaces.ts';
import {
  type BuiltUi,
  budgets,
  buildUi,
  listPages,
  pages,
  scriptsOf,
  sumKilobytes,
  textFile,
  type WeighedFile,
} from './page-weights.ts';

describe('page weights', () => {
  let ui: BuiltUi;
  beforeAll(async () => {
    ui = await buildUi();
  }, 120_000);

  it.each(pages)('%s stays within the budget of a page', (name) => {
    const scripts = scriptsOf(ui, name);
    const all = [...scripts, ...ui.styles];
    expect(budgets.page - sumKilobytes(all), formatWeights(`${name} in all`, budgets.page, all)).toBeGreaterThanOrEqual(
      0,
    );
    if (name === 'login')
      expect(
        budgets.login - sumKilobytes(scripts),
        formatWeights('scripts of login', budgets.login, scripts),
      ).toBeGreaterThanOrEqual(0);
  });

  it.each(listPages)('%s adds no more to login than the budget of a list', (name) => {
    const [list, login] = [scriptsOf(ui, name), scriptsOf(ui, 'login')];
    const known = new Set(login.map(({ file }) => file));
    const added = list.filter(({ file }) => !known.has(file));
    const message = formatWeights(`${name} beside login`, budgets.list, added);
    expect(budgets.list - (sumKilobytes(list) - sumKilobytes(login)), message).toBeGreaterThanOrEqual(0);
  });

  it('the style sheet with the font subsets stays within its budget and has only @font-face rules', () => {
    const bytes = ui.laterStyles.reduce((total, part) => total + part.bytes, 0);
    expect(bytes).toBeGreaterThan(0);
    expect(bytes / 1000).toBeLessThanOrEqual(budgets.fonts);
    for (const { text } of ui.laterStyles)
      expect(text.replaceAll(/@font-face\s*\{[^}]*\}|\/\*.*?\*\//gs, '').trim()).toBe('');
  });

  it('finds the chunk of every namespace of texts', () => {
    for (const namespace of Object.keys(namespaces))
      expect(ui.withModule(textFile(namespace, 'zh-CN'))).not.toEqual([]);
  });
});

function formatWeights(title: string, budget: number, parts: readonly WeighedFile[]): string {
  const heaviest = parts.toSorted((a, b) => b.bytes - a.bytes).slice(0, 10);
  const lines = heaviest.map(({ file, bytes }) => `${(bytes / 1000).toFixed(1).padStart(7)} ${file}`);
  return [`${title}: ${sumKilobytes(parts).toFixed(1)} of ${budget} kB`, ...lines].join('\n');
}
