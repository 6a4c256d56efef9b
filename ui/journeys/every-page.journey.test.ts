import { expect, test } from 'vitest';
import { aProductWithAll, faultsOf } from './kit/faults.ts';
import { wordsOf } from './kit/language.ts';
import { places } from './kit/places.ts';

const { product, records, faultsAt } = aProductWithAll();

for (const language of ['zh-CN', 'en'] as const) {
  const tags = language === 'zh-CN' ? [] : ['slow'];
  for (const part of ['page', 'layer'] as const) {
    const isQuick = part === 'page' && language === 'zh-CN';
    test(`every ${part} in ${language}: no barrier, and no text left raw`, {
      tags: isQuick ? [] : ['slow'],
    }, async () => {
      const visited = places(wordsOf(language), records)[part];
      expect(await faultsAt(visited, language)).toEqual([]);
    });
  }

  test(`sign-in in ${language}: no barrier, and no text left raw`, { tags }, async () => {
    const word = wordsOf(language);
    const { page, foresee } = await product.open(null, '/login', { kept: { language } });
    foresee(/^422 POST \/dc\/api\/v1\/auth\/login$/);
    await page.getByRole('textbox', { name: word('login.account'), exact: true }).fill('admin');
    await page.getByRole('textbox', { name: word('login.password'), exact: true }).fill('wrong');
    await page.getByRole('button', { name: word('login.submit'), exact: true }).click();
    await page.getByRole('alert').first().waitFor();
    expect(await faultsOf(page, language)).toEqual([]);
  });

  test.for([
    ['/login/?forgot', 'forgot.title'],
    ['/login?reset=nonsense', 'reset.title'],
    ['/Register/', 'register.title'],
    ['/register?setup=nonsense', 'register.setupTitle'],
    ['/register?invite=nonsense', 'register.spentTitle'],
  ])(`%s in ${language}: no barrier, and no text left raw`, { tags }, async ([path = '', title = '']) => {
    const { page, foresee } = await product.open(null, path, { kept: { language } });
    if (path.includes('invite')) foresee(/^422 POST \/dc\/api\/v1\/auth\/invitation$/);
    await page.getByRole('heading', { name: wordsOf(language)(title), level: 1 }).waitFor();
    expect(await faultsOf(page, language)).toEqual([]);
  });
}
