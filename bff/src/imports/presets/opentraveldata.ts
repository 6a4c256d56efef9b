/** What the sheets of OpenTravelData have in common. */
export const openTravelData = { source: 'https://github.com/opentraveldata/opentraveldata', licence: 'CC BY 4.0' };

/** The first of a list such as `AMM,ADJ`, the most important one. */
export const firstCode = (list: string): string => list.split(',')[0] ?? '';

interface OtherName {
  language: string | undefined;
  name: string | undefined;
  /** p preferred, s short, h historic, c colloquial */
  kinds: string;
}

const otherNames = (section: string): OtherName[] =>
  section.split('=').map((entry) => {
    const [language, name, kinds = ''] = entry.split('|');
    return { language, name, kinds };
  });

/** The name in Chinese out of `en|Arish|=zh-CN|阿里什|p=zh|…`, no historic one; '' where there is none. */
export function chineseName(section: string): string {
  const names = otherNames(section).filter(
    ({ language, kinds }) => (language === 'zh-CN' || language === 'zh') && !kinds.includes('h'),
  );
  const best =
    names.find(({ language }) => language === 'zh-CN') ?? names.find(({ kinds }) => kinds.includes('p')) ?? names[0];
  return best?.name?.trim() ?? '';
}

const continents: Record<string, string> = {
  Africa: 'AF',
  Antarctica: 'AN',
  Asia: 'AS',
  Europe: 'EU',
  'North America': 'NA',
  Oceania: 'OC',
  'South America': 'SA',
};

/** The contract's code of a continent; what is none stays as it is. */
export const continentCode = (name: string): string => continents[name] ?? name;
