import { expect, test } from 'vitest';
import { enums } from '#api/metadata.gen.ts';
import { setUpProduct, waitForPath } from '../kit/journey.ts';
import { clickButton } from '../kit/page/page-actions.ts';
import { findAxeViolations } from '../kit/screens/axe.ts';

const product = setUpProduct();

test('a permission shows its meaning, its routes, and the users and roles that have it', {
  tags: ['slow'],
}, async () => {
  const { page } = await product.open('admin', '/users/permission-list');
  const grid = page.getByRole('grid', { name: '权限' });
  const row = (name: string) => grid.getByRole('row').filter({ hasText: name });
  await expect.poll(() => grid.getByRole('row').count()).toBe(21);
  await page.getByText(`第 1–20 条，共 ${enums.PermissionName.length} 条`).waitFor();
  await page.getByRole('radio', { name: '50' }).click();
  await waitForPath(page, /pageSize=50/);
  await expect.poll(() => grid.getByRole('row').count()).toBe(51);
  expect(await findAxeViolations(page)).toEqual([]);

  await clickButton(page, '筛选');
  await clickButton(page, '对象');
  await page.getByRole('searchbox', { name: '对象' }).fill('欧洲');
  await page.keyboard.press('Enter');
  await waitForPath(page, /subject=eurail_station/);
  await expect.poll(() => grid.getByRole('row').count()).toBe(8);
  await row('eurail_station:read').getByRole('link', { name: '/eu-stations' }).waitFor();

  await row('eurail_station:review').getByText('审核、启用和停用欧洲铁路车站').click();
  const card = page.getByRole('complementary', { name: '权限信息' });
  await card.getByText('/api/v1/eu-stations/{id}/transitions').waitFor();
  await card.getByText('approve, reject, activate, deactivate').first().waitFor();
  await card.getByText('2 人').waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
  await card.getByRole('link', { name: '持有“审核”角色的用户' }).click();
  await waitForPath(page, /^\/users\/user-list\?role=reviewer$/);
  await page.getByRole('row').filter({ hasText: 'reviewer@gazetteer.example' }).waitFor();

  await page.goBack();
  await card.getByRole('link', { name: '审核', exact: true }).click();
  await page.getByRole('heading', { name: '审核', level: 1 }).waitFor();
});

test('a search without results says so and offers to clear it', { tags: ['slow'] }, async () => {
  const { page } = await product.open('admin', '/users/permission-list?q=zzzz');
  await page.getByRole('heading', { name: '没有符合条件的权限' }).waitFor();
  await clickButton(page, '清除全部');
  await page.getByText(`第 1–20 条，共 ${enums.PermissionName.length} 条`).waitFor();
  const viewerWindow = await product.open('viewer', '/users/permission-list');
  await waitForPath(viewerWindow.page, /^\/403$/);
});
