import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { stageCsv } from '../kit/csv-imports.ts';
import { findRawTexts, type Language, translatorFor, visibleTexts } from '../kit/language.ts';
import { createSubscriber } from '../kit/page/subscriber-locators.ts';
import { findAxeViolations, setTheme } from '../kit/screens/axe.ts';
import { findSecondPrimaryButton, setUpSampleProduct } from '../kit/screens/check-screens.ts';
import { screensOfEntity, testedEntities } from '../kit/screens/entity-screens.ts';
import { otherScreens, type Screen } from '../kit/screens/screens.ts';

/** A folder that receives a picture of every screen in every setting. Without it only the narrowest and the widest are visited. */
const PICTURE_FOLDER = process.env.SCREENSHOTS;

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const settings = [
  { width: 390, language: 'zh-CN', options: phone },
  { width: 1920, language: 'en', options: { viewport: { width: 1920, height: 1080 } } },
  { width: 390, language: 'en', options: phone },
  { width: 1280, language: 'zh-CN', options: { viewport: { width: 1280, height: 720 } } },
  { width: 1280, language: 'en', options: { viewport: { width: 1280, height: 720 } } },
  { width: 1440, language: 'zh-CN', options: {} },
  { width: 1440, language: 'en', options: {} },
  { width: 1920, language: 'zh-CN', options: { viewport: { width: 1920, height: 1080 } } },
] as const;

const { product, recordIds, visitScreens } = setUpSampleProduct();
let busyPages: Promise<{ name: string; path: string }[]> | undefined;

/** Names from right to left, of the greatest length, and in forty languages. */
const fullCountry = {
  code: 'XF',
  name: 'المملكة العربية السعودية الافتراضية '.repeat(5).trim(),
  continent: 'AS',
  locales: Object.fromEntries(
    [
      ...[
        'zh-CN',
        'en',
        'ar',
        'he',
        'fa',
        'ur',
        'de',
        'fr',
        'es',
        'pt',
        'it',
        'ru',
        'ja',
        'ko',
        'th',
        'vi',
        'hi',
        'bn',
      ],
      ...['ta', 'te', 'ml', 'tr', 'pl', 'cs', 'sk', 'hu', 'ro', 'bg', 'el', 'nl', 'sv', 'da', 'nb', 'fi', 'et', 'lv'],
      ...['lt', 'uk', 'ka', 'hy'],
    ].map((tag) => [tag, { name: ['ar', 'he', 'fa', 'ur'].includes(tag) ? 'مملكة النخيل' : `Palm Kingdom ${tag}` }]),
  ),
};

/** Creates content for pages that are empty at first. It polls, which vitest allows only within a test. */
async function createBusyPages() {
  const editor = await product.apiAs('editor');
  const admin = await product.apiAs('admin');
  const reviewer = await product.apiAs('reviewer');
  const longName = 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch '.repeat(3).trim();
  const long = await editor.create({ code: 'XL', name: longName, continent: 'EU' });
  const full = await editor.create(fullCountry);
  const rejected = await editor.create({ code: 'XR', name: 'Atlantis', continent: 'AS' });
  await reviewer.transition('XR', 'reject', 'There is no such country');
  const { record: subscriber } = await createSubscriber(admin, 'Booking', 'https://example.com/changes');
  const importId = await stageCsv(editor, 'country', 'code,name,region\nXC,Lemuria,AS\nCN,,nowhere\n');
  const role = (await admin.call('GET', '/roles?page=1&pageSize=10')).items[1];
  return [
    { name: 'long name', path: `/country?code=XL&id=${long.id}&panel=view` },
    { name: 'long name in a form', path: `/country?code=XL&id=${long.id}&panel=edit` },
    { name: 'full list', path: '/country?sort=-createTime' },
    { name: 'full card', path: `/country?id=${full.id}&panel=view` },
    { name: 'full form', path: `/country?id=${full.id}&panel=edit` },
    { name: 'rejection', path: `/country?code=XR&id=${rejected.id}&panel=view` },
    { name: 'review queue', path: '/?review=all' },
    { name: 'review of a proposal', path: `/?review=country` },
    { name: 'sync status', path: '/sync-status' },
    { name: 'subscribers', path: '/data-subscriber' },
    { name: 'subscriber', path: `/data-subscriber?id=${subscriber.id}&panel=view` },
    { name: 'subscriber form', path: `/data-subscriber?id=${subscriber.id}&panel=edit` },
    { name: 'imports', path: '/imports' },
    { name: 'import', path: `/imports/${importId}` },
    { name: 'tasks', path: '/task-status' },
    { name: 'data log', path: '/data-logs' },
    { name: 'users', path: '/users/user-list' },
    { name: 'roles', path: '/users/role-list' },
    { name: 'role', path: `/users/role-list?id=${role.id}&panel=edit` },
    { name: 'permissions', path: '/users/permission-list' },
  ];
}

/** Waits until nothing is loading, for screens without an element of their own to wait for. */
const loadedMain = (page: Page) => page.locator('main:not(:has(.animate-fade-in-delayed))');

async function findFaults(page: Page, { name }: Screen, language: Language, width: number): Promise<string[]> {
  const scrollWidth = await page.evaluate(() => document.documentElement.scrollWidth);
  const overflow = scrollWidth > width ? [`${scrollWidth - width} px wider than the window`] : [];
  const violations = await findAxeViolations(page);
  if (PICTURE_FOLDER) {
    const folder = path.resolve(PICTURE_FOLDER);
    await mkdir(folder, { recursive: true });
    await page.evaluate(() => document.fonts.ready);
    for (const theme of ['light', 'dark'] as const) {
      await setTheme(page, theme);
      const file = `${name.replaceAll(/\W+/g, '-')} ${width} ${language} ${theme}.png`;
      await page.screenshot({ path: path.join(folder, file) });
    }
    await setTheme(page, 'light');
  }
  const buttons = await findSecondPrimaryButton(page);
  return [...overflow, ...violations, ...buttons, ...findRawTexts(await visibleTexts(page))];
}

for (const [index, { width, language, options }] of settings.entries()) {
  test.skipIf(index > 1 && !PICTURE_FOLDER)(
    `every screen fits ${width} px in ${language}, accessible in both themes`,
    { tags: ['slow'], timeout: 900_000 },
    async () => {
      busyPages ??= createBusyPages();
      const translate = translatorFor(language);
      const { page: pages, layer: layers } = otherScreens(translate, recordIds);
      const viewer = await product.apiAs('viewer');
      const ofEntities = await Promise.all(testedEntities.map((entity) => screensOfEntity(viewer, entity, translate)));
      const screens: Screen[] = [
        ...(await busyPages).map((screen) => ({ ...screen, loadedMarker: loadedMain })),
        ...pages.filter(({ name }) => !/^(empty s|imports)/.test(name)),
        ...ofEntities.flat(),
        // on phones the menu and the top bar open these layers differently
        ...(width === 390 ? [] : layers),
      ];
      const visit = (page: Page, screen: Screen) => findFaults(page, screen, language, width);
      expect(await visitScreens(screens, { language, ...options }, visit)).toEqual([]);
    },
  );
}
