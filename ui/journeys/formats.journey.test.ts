import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { setUpProduct } from './kit/journey.ts';
import {
  chooseOption,
  combobox,
  expectFieldMessage,
  recordWrites,
  saveButton,
  textField,
} from './kit/kind-locators.ts';
import { translatorFor } from './kit/language.ts';

const product = setUpProduct();

const mustBe = (zh: string, en: string) => [`须为${zh}`, `Must be ${en}`] as const;
const required = ['必填', 'Required'] as const;
const website = mustBe(' http:// 或 https:// 开头的网址', 'an address that begins with http:// or https://');
const pinyin = mustBe('不带声调的小写拼音，以空格分开', 'pinyin in lower case, without tones');
const amount = mustBe(
  '大于 0、整数和小数各不超过 10 位的数',
  'a number above 0 with at most 10 digits before and after the point',
);
const notMoreThan = (limit: number) => [`不大于 ${limit}`, `Not more than ${limit}`] as const;
const invalidCoordinate = ['39.501289', '39.501289'] as const;

interface FormCase {
  path: string;
  /** Options to choose first, by code. */
  selected?: Record<string, string>;
  /** The value typed into each field, and the expected message in both languages. */
  typed: Record<string, readonly [value: string, messages: readonly [zh: string, en: string]]>;
}

const formCases: FormCase[] = [
  {
    path: '/country?panel=new',
    typed: {
      code: ['x', mustBe(' 2 个字母', '2 letters')],
      alpha3Code: ['12', mustBe(' 3 个字母', '3 letters')],
      name: ['', required],
    },
  },
  {
    path: '/city?panel=new',
    selected: { country: 'CN' },
    typed: {
      code: ['AB', mustBe(' 3 至 8 个字母或数字', '3 to 8 letters or digits')],
      iataCode: ['AB1', mustBe(' 3 个字母', '3 letters')],
      cnCode: ['11010', mustBe(' 6 位数字', '6 digits')],
    },
  },
  {
    path: '/airport/form',
    typed: {
      code: ['A_', mustBe(' 2 至 10 个字母、数字或连字符', '2 to 10 letters, digits or hyphens')],
      icaoCode: ['ABC', mustBe(' 4 个字母', '4 letters')],
      pinyin: ['Běijīng', pinyin],
      latitude: ['91', notMoreThan(90)],
      longitude: ['181', notMoreThan(180)],
    },
  },
  {
    path: '/train-station/form',
    typed: {
      telegraphCode: ['AB', mustBe(' 3 个字母', '3 letters')],
      pinyin: ['北京', pinyin],
      pinyinInitials: ['B J', mustBe(' 1 至 40 个小写字母或数字', '1 to 40 lower-case letters or digits')],
      latitude: ['north', invalidCoordinate],
      evidence: ['javascript:alert(1)', website],
    },
  },
  {
    path: '/eu-stations/form',
    typed: {
      uicCode: ['123', mustBe(' 7 位数字', '7 digits')],
      eurailCode: ['A', mustBe(' 2 至 10 个字母或数字', '2 to 10 letters or digits')],
      latitude: ['48.85', ['', '']],
      longitude: ['', ['须与纬度一并填写', 'Goes together with the latitude']],
    },
  },
  {
    path: '/airline?panel=new',
    typed: {
      code: ['12', mustBe(' 2 个字母或数字，至少 1 个字母', '2 letters or digits, at least one a letter')],
      icaoCode: ['AB', mustBe(' 3 个字母', '3 letters')],
      iataAccountingCode: ['12', mustBe(' 3 位数字', '3 digits')],
      website: ['ftp://example.org', website],
    },
  },
  { path: '/cabin/form', typed: { code: ['ABC', mustBe(' 1 至 2 个字母', '1 or 2 letters')], title: ['', required] } },
  {
    path: '/protocol/form',
    typed: {
      code: ['A_', mustBe(' 2 至 20 个字母、数字或连字符', '2 to 20 letters, digits or hyphens')],
      name: ['', required],
    },
  },
  {
    path: '/rate-board?panel=new',
    selected: { base: 'EUR', quote: 'EUR' },
    typed: {
      source: ['', required],
      buy: ['0', amount],
      sell: ['12345678901', amount],
      cashBuy: ['1.00000000001', amount],
      middle: ['one', amount],
    },
  },
];

async function expectFormatErrors(
  page: Page,
  language: 'zh-CN' | 'en',
  { selected = {}, typed }: FormCase,
): Promise<void> {
  const translate = translatorFor(language);
  for (const [field, code] of Object.entries(selected)) {
    await chooseOption(page, translate(`field.${field}`), code, new RegExp(`^${code}`));
  }
  const fields = Object.entries(typed).map(([field, [value, messages]]) => {
    return {
      field: textField(page, translate(`field.${field}`)),
      value,
      messages: messages[language === 'en' ? 1 : 0],
    };
  });
  for (const { field, value } of fields) await field.fill(value);
  await saveButton(page).click();
  for (const { field, messages } of fields) await expectFieldMessage(field, messages);
  if (selected.quote) {
    await expectFieldMessage(
      combobox(page, translate('field.quote')),
      language === 'en' ? 'Must differ from the base' : '不能与基准货币相同',
    );
  }
}

const isQuick = ({ path }: FormCase) => /^\/(country|train-station)/.test(path);
const title = '$path reports values in a wrong format at their fields, and sends nothing';

test.for(formCases.filter(isQuick))(title, refusesFormats);
test.for(formCases.filter((kind) => !isQuick(kind)))(title, { tags: ['slow'] }, refusesFormats);

async function refusesFormats(kind: FormCase): Promise<void> {
  const { page } = await product.open('admin', kind.path);
  const writes = recordWrites(page);
  await expectFormatErrors(page, 'zh-CN', kind);
  await page.addInitScript(() => {
    localStorage.setItem('language', 'en');
    // On a slow machine a pause in typing may have stored a draft, which the form would ask about.
    for (const title of Object.keys(localStorage)) if (title.startsWith('draft')) localStorage.removeItem(title);
  });
  page.on('dialog', (confirmDialog) => void confirmDialog.accept());
  await page.goto(kind.path);
  await expectFormatErrors(page, 'en', kind);
  expect(writes).toEqual([]);
}
