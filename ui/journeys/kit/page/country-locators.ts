import type { Page } from 'playwright-core';

/** Locators of the country list, card and form by their Chinese labels. */
export const countryGrid = (page: Page) => page.getByRole('grid', { name: '国家/地区' });
export const countryRow = (page: Page, code: string) =>
  countryGrid(page)
    .getByRole('row')
    .filter({ has: countryCheckbox(page, code) });
export const countryCheckbox = (page: Page, code: string) =>
  page.getByRole('checkbox', { name: `选择 ${code}`, exact: true });
export const countryRows = (page: Page) =>
  countryGrid(page)
    .getByRole('row')
    .filter({ has: page.getByRole('checkbox', { name: /^选择 / }) });

export const countryCard = (page: Page) => page.getByRole('complementary', { name: '国家/地区信息' });
export const countryForm = (page: Page) => page.getByRole('complementary', { name: /^(新建|编辑)国家\/地区$/ });
export const countryField = (page: Page, name: string) => countryForm(page).getByRole('textbox', { name, exact: true });
export const countryCombobox = (page: Page, name: string) =>
  countryForm(page).getByRole('combobox', { name, exact: true });

export const saveCountry = (page: Page) =>
  countryForm(page)
    .getByRole('button', { name: /^(保存|提交审核)/ })
    .click();

/** Types into a combobox of the country form and clicks an option. */
export async function chooseCountryOption(page: Page, name: string, typed: string, option: string): Promise<void> {
  await countryCombobox(page, name).fill(typed);
  await page.getByRole('option', { name: option }).click();
}
