import i18next from 'i18next';

/** A field's value in words: codes with a name by it, anything else as it is; '' for nothing. */
export function valueText(field: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return '';
  if (field === 'currency') return currencyName(String(value));
  if (typeof value !== 'object') {
    const key = `value.${field}.${String(value)}`;
    // whether a value has a name is known at run time only
    return i18next.exists(key) ? String(i18next.t(key as 'status.active')) : String(value);
  }
  if (Array.isArray(value)) return value.map((item) => valueText(field, item)).join(i18next.t('common.separator'));
  if ('name' in value) return localeText(value as { name: string; aliases?: string[] });
  return JSON.stringify(value);
}

/** ISO 4217 names come with the browser, in every language. */
const currencyName = (code: string) => new Intl.DisplayNames(i18next.language, { type: 'currency' }).of(code) ?? code;

const localeText = ({ name, aliases = [] }: { name: string; aliases?: string[] }) => [name, ...aliases].join(' / ');

/** 名称 zh-CN, 大洲: the label of what a pointer points at. */
export function pointerText(pointer: string): string {
  const [field = '', ...rest] = pointer.slice(1).split('/');
  if (field === 'locales' && rest.length > 0) return `${i18next.t('field.name')} ${rest.join(' ')}`;
  const key = `field.${field}`;
  // a field without a label is a mistake that the entity's test finds; its bare name still says which it is
  const label = i18next.exists(key) ? String(i18next.t(key as 'field.code')) : field;
  return [label, ...rest].join(' ');
}
