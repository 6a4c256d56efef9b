import { targetOf } from '#columns/targets.ts';
import type { Entity } from '#crud/entity.ts';
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
  const matched = new Set<string>();
  return columns.map((column) => {
    const key = taken.has(column) ? column : loosely(column).find((each) => targetOf(entity, each) && !taken.has(each));
    if (key === undefined || matched.has(key)) return null;
    taken.add(key);
    matched.add(key);
    return key;
  });
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
