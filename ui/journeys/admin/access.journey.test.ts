import { expect, test } from 'vitest';
import { setUpProduct, waitForPath } from '../kit/journey.ts';
import { translatorFor } from '../kit/language.ts';
import { countryCard, countryRow } from '../kit/page/country-locators.ts';
import { collectWrites, saveButton, textField } from '../kit/page/form-controls.ts';
import { clickButton, expectDisabledWithReason } from '../kit/page/page-actions.ts';
import { setUserRoles } from '../kit/page/user-locators.ts';
import { findAxeViolations } from '../kit/screens/axe.ts';
import { testedEntities } from '../kit/screens/entity-screens.ts';

const product = setUpProduct();

test('revoking a permission disables its controls after the next response, without signing in again', async () => {
  const { page } = await product.open('editor', '/country?q=JP');
  await countryRow(page, 'JP').click();
  const edit = countryCard(page).getByRole('button', { name: '编辑' });
  await edit.waitFor();
  expect(await edit.getAttribute('aria-disabled')).toBeNull();

  await product.sql(
    `DELETE FROM role_permission WHERE permission = 'country:update'
       AND role_id = (SELECT id FROM role WHERE name = 'editor')`,
  );
  // Saving a role also increments its version, which makes the ui reload the profile.
  await product.sql(`UPDATE role SET version = version + 1 WHERE name = 'editor'`);
  await clickButton(page, /^启用/);
  await expectDisabledWithReason(edit, page, '需要“修改国家/地区”权限');
  await page
    .evaluate(() => localStorage.getItem('user-info'))
    .then((storedUser) => expect(storedUser).not.toContain('country:update'));
});

const translate = translatorFor('zh-CN');
const formPermissions = testedEntities.flatMap(({ key, formPath }) =>
  formPath
    ? [
        [
          formPath,
          translate('permissionText.means.create').replace('{{what}}', translate(`permissionText.what.${key}`)),
        ] as const,
      ]
    : [],
);

test('a form page without the update permission is read-only, gives the reason, and sends no changes', async () => {
  const { id } = await (await product.apiAs('viewer')).resource('/airports').find('PEK');
  const { page } = await product.open('viewer', `/airport/form?id=${id}`);
  const writes = collectWrites(page);
  await page.getByText('只能查看：需要“修改机场”权限。').waitFor();
  await expect.poll(() => textField(page, '名称').inputValue()).toBe('Beijing Capital International Airport');
  expect(await textField(page, '名称').isEditable()).toBe(false);
  await expectDisabledWithReason(saveButton(page), page, '需要“修改机场”权限');
  await page.keyboard.press('Control+s');
  for (const [path, permission] of formPermissions) {
    await page.goto(path);
    await page.getByText(`只能查看：需要“${permission}”权限。`).waitFor();
    expect(await textField(page, '名称').isEditable()).toBe(false);
  }
  expect(writes).toEqual([]);
});

test('the menu lists every page the user may read, with its number of records, and opens it', {
  tags: ['slow'],
}, async () => {
  const viewer = await product.apiAs('viewer');
  const entityEntries: string[] = [];
  for (const { key, resource } of testedEntities) {
    const { total } = await viewer.call('GET', `${resource}?page=1&pageSize=10`);
    entityEntries.push(`${translate(`entity.${key}.many`)}${total}`);
  }
  expect(entityEntries[0]).toBe('国家/地区250');
  const { page } = await product.open('viewer', '/');
  const menu = page.getByRole('navigation', { name: '主菜单' });
  const entries = menu.getByRole('link').filter({ hasNotText: '首页' });
  await expect
    .poll(() => entries.allTextContents())
    .toEqual([...entityEntries, '同步状态', '订阅方', '任务', '数据日志']);
  for (const entry of await entries.all()) {
    const name = (await entry.innerText()).split('\n')[0] ?? '';
    await entry.click();
    await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
  }
  await product.sql("DELETE FROM role_permission WHERE permission IN ('airport:read', 'cabin:read')");
  await page.goto('/airport');
  await waitForPath(page, /^\/403$/);
  await expect.poll(() => menu.getByRole('link', { name: /^(机场|舱位)/ }).count()).toBe(0);
});

test('the home page of a user without roles says that there is nothing to see', { tags: ['slow'] }, async () => {
  await setUserRoles(await product.apiAs('admin'), 'reviewer', []);
  const { page } = await product.open('reviewer', '/');
  await page.getByRole('heading', { name: '没有可查看的基础数据' }).waitFor();
  expect(await page.getByRole('radiogroup').count()).toBe(0);
  expect(await findAxeViolations(page)).toEqual([]);
});
