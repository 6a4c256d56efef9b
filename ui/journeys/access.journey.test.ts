import { expect, test } from 'vitest';
import { aProduct } from './kit/journey.ts';
import { card, expectRefused, press, row } from './kit/screen.ts';

const product = aProduct();

test('a permission taken away is followed after the next answer, without signing in again', async () => {
  const { page } = await product.open('editor', '/country?q=JP');
  await row(page, 'JP').click();
  const edit = card(page).getByRole('button', { name: '编辑' });
  await edit.waitFor();
  expect(await edit.getAttribute('aria-disabled')).toBeNull();

  await product.sql(
    `DELETE FROM role_permission WHERE permission = 'country:update'
       AND role_id = (SELECT id FROM role WHERE name = 'editor')`,
  );
  await press(page, /^启用/);
  await expectRefused(edit, page, '需要权限 country:update');
  await page
    .evaluate(() => localStorage.getItem('user-info'))
    .then((kept) => expect(kept).not.toContain('country:update'));
});
