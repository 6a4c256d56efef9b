import { beforeAll, expect, test } from 'vitest';
import { violationsInBothThemes } from './kit/axe.ts';
import { aProduct } from './kit/journey.ts';
import { kinds, placesOf, stationWithAll, trialCabin } from './kit/kind-places.ts';
import { chineseTexts, type Language, rawTexts, textsOf, wordsOf } from './kit/language.ts';
import { type Place, places } from './kit/places.ts';

const product = aProduct();
// words are another language's, barriers are not: they are looked for once
const languages = [
  ['zh-CN', violationsInBothThemes],
  ['en', async () => []],
] as const;
const records = { pending: 0, live: 0 };

beforeAll(async () => {
  const editor = await product.as('editor');
  await editor.create({ code: 'XA', name: '试验国', alpha3Code: 'XAA', continent: 'AS' });
  records.pending = (await editor.change('XA', { name: '试验国度', symbol: 'T' })).id;
  await editor.of('/cabins').create(trialCabin);
  await editor.of('/train-stations').create(stationWithAll);
  records.live = (await editor.change('JP', { symbol: '円' })).id;
});

/** What is wrong at each place, by its name. */
async function faultsAt(visited: readonly Place[], language: Language, violations: typeof violationsInBothThemes) {
  const { page } = await product.open('admin', '/', { reducedMotion: 'reduce', kept: { language } });
  const found: Record<string, string[]> = {};
  for (const { name, path, open, shows } of visited) {
    await page.goto(path);
    await page.getByRole('main').getByRole('heading').first().waitFor();
    await open?.(page);
    await shows(page)
      .waitFor()
      .catch((error) => {
        throw new Error(name, { cause: error });
      });
    const texts = await textsOf(page);
    const foreign = language === 'en' ? chineseTexts(texts) : [];
    found[name] = [...(await violations(page)), ...rawTexts(texts), ...foreign];
  }
  return Object.entries(found).filter(([, faults]) => faults.length > 0);
}

for (const [language, violations] of languages) {
  test.for(['page', 'layer'] as const)(`every %s in ${language}: no barrier, and no text left raw`, async (part) => {
    const visited = places(wordsOf(language), records)[part];
    expect(await faultsAt(visited, language, violations)).toEqual([]);
  });

  test.for(kinds)(`the list, card and forms of $key in ${language}: no barrier, and no text left raw`, async (kind) => {
    const all = await placesOf(await product.as('viewer'), kind, wordsOf(language));
    // a new record's form holds the words of the one that is edited
    const visited = language === 'en' ? all.filter(({ name }) => !name.endsWith(': new')) : all;
    expect(await faultsAt(visited, language, violations)).toEqual([]);
  });
}

test.for(languages)('sign-in in %s: no barrier, and no text left raw', async ([language, violations]) => {
  const word = wordsOf(language);
  const { page, foresee } = await product.open(null, '/login', { reducedMotion: 'reduce', kept: { language } });
  foresee(/^422 POST \/dc\/api\/v1\/auth\/login$/);
  await page.getByRole('textbox', { name: word('login.account'), exact: true }).fill('admin');
  await page.getByRole('textbox', { name: word('login.password'), exact: true }).fill('wrong');
  await page.getByRole('button', { name: word('login.submit'), exact: true }).click();
  await page.getByRole('alert').first().waitFor();
  const texts = await textsOf(page);
  const foreign = language === 'en' ? chineseTexts(texts) : [];
  expect([...(await violations(page)), ...rawTexts(texts), ...foreign]).toEqual([]);
});
