import type { Country } from 'world-countries';

/** Where the package names several currencies, none, or one that has been replaced since. */
const currencies: Record<string, string> = {
  BG: 'EUR',
  BN: 'BND',
  BS: 'BSD',
  BT: 'BTN',
  BV: 'NOK',
  CK: 'NZD',
  CU: 'CUP',
  CW: 'XCG',
  EH: 'MAD',
  FM: 'USD',
  FO: 'DKK',
  GG: 'GBP',
  GS: 'GBP',
  HM: 'AUD',
  IM: 'GBP',
  JE: 'GBP',
  KH: 'KHR',
  KI: 'AUD',
  LS: 'LSL',
  NA: 'NAD',
  PA: 'PAB',
  PS: 'ILS',
  SH: 'SHP',
  SL: 'SLE',
  SX: 'XCG',
  SZ: 'SZL',
  TV: 'AUD',
  ZW: 'ZWG',
};

/** Where the package lacks a currency's sign, spells it several ways, or has one that is ambiguous or wrong. */
const symbols: Record<string, string> = {
  BHD: 'د.ب',
  BIF: 'FBu',
  BOB: 'Bs',
  CHF: 'CHF',
  DJF: 'Fdj',
  DKK: 'kr',
  EGP: 'E£',
  GNF: 'FG',
  HKD: 'HK$',
  KES: 'KSh',
  KGS: 'сом',
  KMF: 'CF',
  LKR: 'Rs',
  MAD: 'DH',
  MOP: 'MOP$',
  MVR: 'Rf',
  PEN: 'S/',
  RWF: 'RF',
  SDG: 'ج.س.',
  SLE: 'Le',
  TJS: 'SM',
  TWD: 'NT$',
  TZS: 'TSh',
  UGX: 'USh',
  VES: 'Bs.',
  XAF: 'FCFA',
  XCG: 'Cg',
  XOF: 'F CFA',
  ZWG: 'ZiG',
};

/** Signs of the currencies that the corrections above bring to a country whose entry does not have them. */
const widespread: Record<string, string> = { AUD: '$', EUR: '€', GBP: '£', NOK: 'kr', USD: '$' };

export function currencyOf(country: Country): { currency: string | null; symbol: string | null } {
  const listed = Object.keys(country.currencies);
  const currency = currencies[country.cca2] ?? listed[0];
  if (!currency) return { currency: null, symbol: null };
  if (listed.length > 1 && !currencies[country.cca2]) {
    throw new Error(`${country.cca2} has several currencies (${listed.join(', ')}): choose one.`);
  }
  const symbol = symbols[currency] ?? country.currencies[currency]?.symbol ?? widespread[currency];
  if (!symbol) throw new Error(`No sign for ${currency}, the currency of ${country.cca2}.`);
  return { currency, symbol };
}
