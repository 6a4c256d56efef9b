const chinese = new Intl.DisplayNames('zh-CN', { type: 'region', fallback: 'none' });
const english = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/** Where the display name is a legal form, or spelled unlike what people look for in a list of places. */
const corrections: Record<string, { zh?: string; en?: string }> = {
  CD: { en: 'DR Congo' },
  CG: { en: 'Republic of the Congo' },
  HK: { zh: '香港', en: 'Hong Kong' },
  MM: { en: 'Myanmar' },
  MO: { zh: '澳门', en: 'Macao' },
  PS: { zh: '巴勒斯坦', en: 'Palestine' },
};

export function namesOf(code: string): { zh: string; en: string } {
  const zh = corrections[code]?.zh ?? chinese.of(code);
  const en = corrections[code]?.en ?? english.of(code);
  if (!zh || !en) throw new Error(`This Node has no display names for ${code}: it was built without full ICU data.`);
  return { zh, en };
}
