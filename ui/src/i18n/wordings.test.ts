import { describe, expect, it } from 'vitest';
import * as metadata from '#api/metadata.gen.ts';
import { en } from './en.ts';
import { alwaysPlural, avoidedWords, distinctMeanings, glossary } from './glossary.ts';
import { zh } from './zh.ts';

type Language = 'zh-CN' | 'en';

interface Text {
  key: string;
  'zh-CN': string;
  en: string;
}

type Tree = string | { readonly [key: string]: Tree };

const leaves = (tree: Tree, path = ''): [string, string][] =>
  typeof tree === 'string'
    ? [[path, tree]]
    : Object.entries(tree).flatMap(([key, child]) => leaves(child, path ? `${path}.${key}` : key));

/** The texts of the contract, wherever its metadata hold both languages. */
function contractTexts(value: unknown, key: string): Text[] {
  if (typeof value !== 'object' || value === null) return [];
  if ('zh-CN' in value && 'en' in value && typeof value.en === 'string') {
    return [{ key, 'zh-CN': String(value['zh-CN']), en: value.en }];
  }
  return Object.entries(value).flatMap(([part, child]) => contractTexts(child, `${key}.${part}`));
}

/** Names that are shortened for the narrow heads of a matrix or calendar. */
const SHORTENED = /^(sync\.(kind|short)|hours\.dayShort)\b/;
/** What happened, and what a proposal is about: Chinese uses the word of the command for both, as its verbs have no tense. */
const HAPPENED = /^(logs\.act|act)\./;
const PROPOSED = /^history\.what\./;
/** Parts of a sentence, which English writes in lower case. */
const INLINE = new RegExp(
  `^(${[
    'permissionText\\.what',
    '(entity\\.\\w+|user|role|permission|subscriber|task|delivery)\\.one',
    'contract\\.(rules|hints|settings\\.\\d+\\.unit)',
    'role\\.(gives|takes)',
    'login\\.demoRole',
    'preview\\.readOnlyMark',
    'palette\\.(open|move)',
    'conflict\\.(changeField|unchanged)',
    'home\\.nothingWaits',
    'dataLogs\\.noPosition',
    'logs\\.nobody',
    'value\\.hours',
    'hours\\.nextDay',
    'subscriber\\.shown',
    'sync\\.(outcome|kindOfTry|never|replayCancelling)',
  ].join('|')})\\b`,
);

const chinese = new Map(leaves(zh));
const texts: Text[] = [
  ...leaves(en).map(([key, text]) => ({ key, 'zh-CN': chinese.get(key) ?? '', en: text })),
  ...contractTexts(metadata, 'contract'),
]
  // the singular of a counted text differs from the plural in English alone
  .filter(({ key }) => !key.endsWith('_one') && !SHORTENED.test(key))
  // an order of values is not a wording
  .filter((text) => /\p{L}/u.test(text.en.replaceAll(/\{\{\w+\}\}/g, '')));

/**
 * An ellipsis or a question mark tells what a control does, and a placeholder's name only matters to the code: neither is part of a wording,
 * nor is the space between Chinese and what a placeholder inserts.
 */
function wording(language: Language, text: Text): string {
  const plain = text[language]
    .replaceAll(/ ?\{\{\w+\}\} ?/g, (placeholder) =>
      language === 'en' ? placeholder.replace(/\w+/, '') : placeholder.replaceAll(/[\w ]+/g, ''),
    )
    .replace(/[…？?。.]$/, '')
    .trim();
  if (language === 'zh-CN' || !INLINE.test(text.key)) return plain;
  const noun = plain.replace(/^the /, '');
  return noun.charAt(0).toUpperCase() + noun.slice(1);
}

const singular = (wording: string) => wording.replaceAll(/ies\b/g, 'y').replaceAll(/(\w{3})s\b/g, '$1');

/** Texts that are the same in one language and have more than one wording in the other. */
function findSeveralWordings(from: Language, to: Language): Map<string, string[]> {
  const groups = new Map<string, Set<string>>();
  for (const text of texts) {
    const source = wording(from, text);
    const kind = HAPPENED.test(text.key) ? 'happened' : PROPOSED.test(text.key) ? 'proposed' : '';
    const key = `${kind} ${source.toLowerCase()}`;
    const translations = groups.get(key) ?? new Set();
    translations.add(to === 'en' ? singular(wording(to, text)) : wording(to, text));
    groups.set(key, translations);
  }
  return new Map(
    [...groups].filter(([, { size }]) => size > 1).map(([key, translations]) => [key.trim(), [...translations].sort()]),
  );
}

/** Its wording is specified. */
const SPECIFIED = ['contract.errorTexts.unauthorized', 'contract.ownErrorTexts.unauthorized'];

describe('texts', () => {
  it.each([
    ['Chinese', 'zh-CN', 'en'],
    ['English', 'en', 'zh-CN'],
  ] as const)('that are the same in %s have one wording in the other language', (_, from, to) => {
    const allowed = distinctMeanings[from].flatMap(({ texts }) =>
      Object.entries(texts).map(([text, translations]) => [text.toLowerCase(), [...translations].sort()] as const),
    );
    expect(Object.fromEntries(findSeveralWordings(from, to))).toEqual(Object.fromEntries(allowed));
  });

  it.each(Object.entries(glossary))('translate %s with one term', (chineseTerm, englishTerm) => {
    const wrong = texts.filter((text) => text['zh-CN'].includes(chineseTerm) && !englishTerm.test(text.en));
    expect(wrong).toEqual([]);
  });

  it('have a singular in English where they count one thing', () => {
    const plural = leaves(en)
      .filter(([key]) => !/_(one|other)$/.test(key))
      .filter(([, text]) => /\{\{(n|count|shown)\}\} (\w+ )?[a-z]{2,}s\b/.test(text))
      .map(([key]) => key);
    expect(plural.toSorted()).toEqual(Object.keys(alwaysPlural).toSorted());
  });

  it.each(['zh-CN', 'en'] as const)('avoid the words that have another spelling in %s', (language) => {
    const wrong = avoidedWords[language].flatMap(({ avoided, use }) =>
      texts
        .filter(({ key }) => !SPECIFIED.includes(key))
        .filter((text) => avoided.test(text[language].replaceAll(/\{\{?\w+\}?\}/g, '')))
        .map(({ key }) => ({ key, use })),
    );
    expect(wrong).toEqual([]);
  });
});

it('names the same formats of files for imports in both languages', () => {
  const formats = metadata.enums.ImportFormat.filter((format) => format !== 'preset').map((name) => name.toUpperCase());
  for (const { list } of [zh, en]) expect(list.importFormats.match(/[A-Z]{3,}/g)?.sort()).toEqual(formats.sort());
});
