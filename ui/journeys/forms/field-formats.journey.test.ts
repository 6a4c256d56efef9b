import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { setUpProduct } from '../kit/journey.ts';
import { translatorFor } from '../kit/language.ts';
import {
  chooseOption,
  collectWrites,
  combobox,
  expectFieldMessage,
  saveButton,
  textField,
} from '../kit/page/form-controls.ts';

const product = setUpProduct();

const mustBeMessages = (zh: string, en: string) => [`须为${zh}`, `Must be ${en}`] as const;
const requiredMessages = ['必填', 'Required'] as const;
const websiteMessages = mustBeMessages(
  ' http:// 或 https:// 开头的网址',
  'an address that begins with http:// or https://',
);
const pinyinMessages = mustBeMessages('不带声调的小写拼音，以空格分开', 'pinyin in lower case, without tones');
const amountMessages = mustBeMessages(
  '大于 0、整数和小数各不超过 10 位的数',
  'a number above 0 with at most 10 digits on each side of the decimal point',
);
const maximumMessages = (limit: number) => [`不大于 ${limit}`, `At most ${limit}`] as const;
const coordinateMessages = ['39.501289', '39.501289'] as const;

interface FormCase {
  path: string;
  /** The codes of options to choose first. */
  optionCodes?: Record<string, string>;
  /** The value typed into each field, and the expected message in both languages. */
  fieldValues: Record<string, readonly [value: string, messages: readonly [zh: string, en: string]]>;
}

const formCases: FormCase[] = [
  {
    path: '/country?panel=new',
    fieldValues: {
      code: ['x', mustBeMessages(' 2 个字母', '2 letters')],
      alpha3Code: ['12', mustBeMessages(' 3 个字母', '3 letters')],
      name: ['', requiredMessages],
    },
  },
  {
    path: '/city?panel=new',
    optionCodes: { country: 'CN' },
    fieldValues: {
      code: ['AB', mustBeMessages(' 3 至 8 个字母或数字', '3 to 8 letters or digits')],
      iataCode: ['AB1', mustBeMessages(' 3 个字母', '3 letters')],
      cnCode: ['11010', mustBeMessages(' 6 位数字', '6 digits')],
    },
  },
  {
    path: '/airport/form',
    fieldValues: {
      code: ['A_', mustBeMessages(' 2 至 10 个字母、数字或连字符', '2 to 10 letters, digits or hyphens')],
      icaoCode: ['ABC', mustBeMessages(' 4 个字母', '4 letters')],
      pinyin: ['Běijīng', pinyinMessages],
      latitude: ['91', maximumMessages(90)],
      longitude: ['181', maximumMessages(180)],
    },
  },
  {
    path: '/train-station/form',
    fieldValues: {
      telegraphCode: ['AB', mustBeMessages(' 3 个字母', '3 letters')],
      pinyin: ['北京', pinyinMessages],
      pinyinInitials: ['B J', mustBeMessages(' 1 至 40 个小写字母或数字', '1 to 40 lower-case letters or digits')],
      latitude: ['north', coordinateMessages],
      evidence: ['javascript:alert(1)', websiteMessages],
    },
  },
  {
    path: '/eu-stations/form',
    fieldValues: {
      uicCode: ['123', mustBeMessages(' 7 位数字', '7 digits')],
      eurailCode: ['A', mustBeMessages(' 2 至 10 个字母或数字', '2 to 10 letters or digits')],
      latitude: ['48.85', ['', '']],
      longitude: ['', ['须与纬度一并填写', 'Must be entered together with the latitude']],
    },
  },
  {
    path: '/airline?panel=new',
    fieldValues: {
      code: [
        '12',
        mustBeMessages(' 2 个字母或数字，至少 1 个字母', '2 letters or digits, including at least one letter'),
      ],
      icaoCode: ['AB', mustBeMessages(' 3 个字母', '3 letters')],
      iataAccountingCode: ['12', mustBeMessages(' 3 位数字', '3 digits')],
      website: ['ftp://example.org', websiteMessages],
    },
  },
  {
    path: '/cabin/form',
    fieldValues: { code: ['ABC', mustBeMessages(' 1 至 2 个字母', '1 or 2 letters')], name: ['', requiredMessages] },
  },
  {
    path: '/protocol/form',
    fieldValues: {
      code: ['A_', mustBeMessages(' 2 至 20 个字母、数字或连字符', '2 to 20 letters, digits or hyphens')],
      name: ['', requiredMessages],
    },
  },
  {
    path: '/rate-board?panel=new',
    optionCodes: { base: 'EUR', quote: 'EUR' },
    fieldValues: {
      source: ['', requiredMessages],
      buy: ['0', amountMessages],
      sell: ['12345678901', amountMessages],
      cashBuy: ['1.00000000001', amountMessages],
      middle: ['one', amountMessages],
    },
  },
];

async function expectFormatErrors(
  page: Page,
  language: 'zh-CN' | 'en',
  { optionCodes = {}, fieldValues }: FormCase,
): Promise<void> {
  const translate = translatorFor(language);
  for (const [field, code] of Object.entries(optionCodes)) {
    await chooseOption(page, translate(`field.${field}`), code, new RegExp(`^${code}`));
  }
  const fields = Object.entries(fieldValues).map(([field, [value, messages]]) => {
    return {
      field: textField(page, translate(`field.${field}`)),
      value,
      messages: messages[language === 'en' ? 1 : 0],
    };
  });
  for (const { field, value } of fields) await field.fill(value);
  await saveButton(page).click();
  for (const { field, messages } of fields) await expectFieldMessage(field, messages);
  if (optionCodes.quote) {
    await expectFieldMessage(
      combobox(page, translate('field.quote')),
      language === 'en' ? 'Must differ from the base' : '不能与基准货币相同',
    );
  }
}

const isQuick = ({ path }: FormCase) => path.startsWith('/country');
const title = '$path reports values with a wrong format at their fields and sends nothing';

test.for(formCases.filter(isQuick))(title, expectFormatsRefused);
test.for(formCases.filter((formCase) => !isQuick(formCase)))(title, { tags: ['slow'] }, expectFormatsRefused);

async function expectFormatsRefused(formCase: FormCase): Promise<void> {
  const { page } = await product.open('admin', formCase.path);
  const writes = collectWrites(page);
  await expectFormatErrors(page, 'zh-CN', formCase);
  await page.addInitScript(() => {
    localStorage.setItem('language', 'en');
    // On a slow machine, a pause in typing may have stored a draft that the form would offer.
    for (const key of Object.keys(localStorage)) if (key.startsWith('draft')) localStorage.removeItem(key);
  });
  page.on('dialog', (confirmDialog) => void confirmDialog.accept());
  await page.goto(formCase.path);
  await expectFormatErrors(page, 'en', formCase);
  expect(writes).toEqual([]);
}
