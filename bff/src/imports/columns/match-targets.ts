import { targetOf } from '#columns/targets.ts';
import type { Entity } from '#crud/model.ts';
import { fold, keysByName } from './column-names.ts';

/** What of a name without its spaces is the language: `name_en`, `name:zh-CN`, `名称(fr)`. */
const inLanguage = /^(.+?)[[(（_:.-]([A-Za-z]{2}(?:[-_](?:[A-Za-z]{4}|[A-Za-z]{2}))?)[\])）]?$/;
const members: Record<string, string> = {
  name: 'name',
  名称: 'name',
  aliases: 'aliases',
  alias: 'aliases',
  别名: 'aliases',
};

/** For each column the key of the target that its name stands for, null where none; each target once, exact names first. */
export function matchTargets(entity: Entity, columns: string[]): (string | null)[] {
  const taken = new Set(columns.filter((column) => targetOf(entity, column)));
  const matched = new Map<string, number>();
  const match = (column: string, index: number) => {
    const key = taken.has(column)
      ? column
      : loosely(column).find((each) => targetOf(entity, each) && !taken.has(each) && mayFill(entity, column, each));
    if (key === undefined || matched.has(key)) return;
    taken.add(key);
    matched.set(key, index);
  };
  // what identifies records of the source fills the code only where no column is called a code
  for (const [index, column] of columns.entries()) if (!isIdentifier(column)) match(column, index);
  for (const [index, column] of columns.entries()) if (isIdentifier(column)) match(column, index);
  const keys = new Map([...matched].map(([key, index]) => [index, key]));
  return columns.map((_, index) => keys.get(index) ?? null);
}

const isIdentifier = (column: string) => fold(column) === 'ident';

const codeOfKind = /^(country|airport|city|airline|cabin|station)code$/;

/** The code of a country is none of an airport. */
function mayFill({ key }: Entity, column: string, target: string): boolean {
  const [, kind] = codeOfKind.exec(fold(column)) ?? [];
  return target !== 'code' || kind === undefined || key.endsWith(kind);
}

function loosely(column: string): string[] {
  const [, word = '', tag] = inLanguage.exec(column.replaceAll(/\s/g, '')) ?? [];
  const member = members[fold(word)];
  return [...(keysByName.get(fold(column)) ?? []), ...(member && tag ? [`${member}[${languageOf(tag)}]`] : [])];
}

/** `zh_cn` and `zh` as `zh-CN`. */
function languageOf(tag: string): string {
  const [language = '', region] = tag.split(/[-_]/);
  if (language.toLowerCase() === 'zh' && !region) return 'zh-CN';
  return region ? `${language.toLowerCase()}-${casedPart(region)}` : language.toLowerCase();
}

const casedPart = (part: string) =>
  part.length === 2 ? part.toUpperCase() : `${part.slice(0, 1).toUpperCase()}${part.slice(1).toLowerCase()}`;
