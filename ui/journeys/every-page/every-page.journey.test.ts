import { expect, test } from 'vitest';
import { translatorFor } from '../kit/language.ts';
import { findScreenFaults, setUpSampleProduct } from '../kit/screens/check-screens.ts';
import { otherScreens } from '../kit/screens/screens.ts';

const { product, recordIds, findFaultsOnScreens } = setUpSampleProduct();

for (const language of ['zh-CN', 'en'] as const) {
  const tags = language === 'zh-CN' ? [] : ['slow'];
  for (const group of ['page', 'layer'] as const) {
    const isQuick = group === 'page' && language === 'zh-CN';
    test(`every ${group} in ${language} has no accessibility violation and no unrendered text`, {
      tags: isQuick ? [] : ['slow'],
    }, async () => {
      const screens = otherScreens(translatorFor(language), recordIds)[group];
      expect(await findFaultsOnScreens(screens, language)).toEqual([]);
    });
  }

  test(`sign-in in ${language} has no accessibility violation and no unrendered text`, { tags }, async () => {
    const translate = translatorFor(language);
    const { page, expectErrors } = await product.open(null, '/login', { storage: { language } });
    expectErrors(/^422 POST \/dc\/api\/v1\/auth\/login$/);
    await page.getByRole('textbox', { name: translate('login.account'), exact: true }).fill('admin');
    await page.getByRole('textbox', { name: translate('login.password'), exact: true }).fill('wrong');
    await page.getByRole('button', { name: translate('login.submit'), exact: true }).click();
    await page.getByRole('alert').first().waitFor();
    expect(await findScreenFaults(page, language)).toEqual([]);
  });

  test.for([
    ['/login/?forgot', 'forgot.title'],
    ['/login?reset=nonsense', 'reset.title'],
    ['/Register/', 'register.title'],
    ['/register?setup=nonsense', 'register.setupTitle'],
    ['/register?invite=nonsense', 'register.spentTitle'],
  ])(`%s in ${language} has no accessibility violation and no unrendered text`, { tags }, async ([
    path = '',
    title = '',
  ]) => {
    const { page, expectErrors } = await product.open(null, path, { storage: { language } });
    if (path.includes('invite')) expectErrors(/^422 POST \/dc\/api\/v1\/auth\/invitation$/);
    await page.getByRole('heading', { name: translatorFor(language)(title), level: 1 }).waitFor();
    expect(await findScreenFaults(page, language)).toEqual([]);
  });
}
