import { beforeAll, expect, test } from 'vitest';
import { violationsInBothThemes, violationsOfWords } from './kit/axe.ts';
import { aProduct } from './kit/journey.ts';
import { chineseTexts, rawTexts, textsOf, wordsOf } from './kit/language.ts';
import { places } from './kit/places.ts';

const product = aProduct();
const languages = [
  ['zh-CN', violationsInBothThemes],
  ['en', violationsOfWords],
] as const;
const records = { pending: 0, live: 0 };

beforeAll(async () => {
  const editor = await product.as('editor');
  await editor.create({ code: 'XA', name: '试验国', alpha3Code: 'XAA', continent: 'AS' });
  records.pending = (await editor.change('XA', { name: '试验国度', symbol: 'T' })).id;
  records.live = (await editor.change('JP', { symbol: '円' })).id;
});

test.for(languages)('every page and layer in %s: no barrier, and no text left raw', async ([language, violations]) => {
  const { page } = await product.open('admin', '/', { reducedMotion: 'reduce', kept: { language } });
  const found: Record<string, string[]> = {};
  for (const { name, path, open, shows } of places(wordsOf(language), records)) {
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
  expect(Object.entries(found).filter(([, faults]) => faults.length > 0)).toEqual([]);
});

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
