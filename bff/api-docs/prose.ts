import { ACCOUNT_FIELDS } from './chinese/account-fields.ts';
import { CHANGE_SETS } from './chinese/change-sets.ts';
import { DRY_RUN } from './chinese/dry-run.ts';
import { FIELDS } from './chinese/fields.ts';
import { IMPORT_FIELDS } from './chinese/import-fields.ts';
import { OPERATIONS } from './chinese/operations.ts';
import { PARAMETERS } from './chinese/parameters.ts';
import { RECORD_FIELDS } from './chinese/record-fields.ts';
import { RESPONSES } from './chinese/responses.ts';
import { SCHEMAS } from './chinese/schemas.ts';
import { SYNC_FIELDS } from './chinese/sync-fields.ts';
import { TAGS } from './chinese/tags.ts';
import type { Contract, Language, Tag } from './contract.ts';
import { type Content, html, inline } from './html.ts';

/** The contract's prose in Chinese, by its English text. */
const CHINESE = new Map(
  Object.entries({
    ...OPERATIONS,
    ...TAGS,
    ...RESPONSES,
    ...PARAMETERS,
    ...SCHEMAS,
    ...FIELDS,
    ...RECORD_FIELDS,
    ...ACCOUNT_FIELDS,
    ...SYNC_FIELDS,
    ...IMPORT_FIELDS,
    ...CHANGE_SETS,
    ...DRY_RUN,
  }),
);

interface Reader {
  language: Language;
  /** The tag of the page: its kind of record stands in what is copied to all kinds. */
  tag: Tag | undefined;
}

/** Returns paragraphs without the line breaks of the document. */
const paragraphsOf = (text: string): string[] =>
  text
    .trim()
    .split(/\n\s*\n/)
    .filter(Boolean)
    .map((paragraph) => paragraph.replace(/\s+/g, ' '));

/** Returns the English key of a text that is copied to all kinds. */
const withoutKind = (text: string, { name, 'x-record': record }: Tag): string =>
  text.replaceAll(`\`${name}:`, '`{kind}:').replace(`; ${record?.one} that`, '; {one} that');

/** Returns a text of the contract in Chinese; undefined if nobody has translated it. */
export function inChinese(text: string, tag: Tag | undefined): string | undefined {
  const english = paragraphsOf(text).join('\n\n');
  const chinese = CHINESE.get(english) ?? (tag && CHINESE.get(withoutKind(english, tag)));
  return chinese?.replaceAll('{kind}', tag?.name ?? '').replaceAll('{one}', tag?.['x-label']?.['zh-CN'] ?? '');
}

/** Paragraphs of the contract's prose in the reader's language. */
export function prose({ language, tag }: Reader, text: string | undefined): Content {
  if (!text) return [];
  const chinese = language === 'zh-CN' ? inChinese(text, tag) : undefined;
  if (chinese) return paragraphsOf(chinese).map((paragraph) => html`<p>${inline(paragraph)}</p>`);
  return paragraphsOf(text).map((paragraph) => html`<p lang="en">${inline(paragraph)}</p>`);
}

/** A text of the contract in the reader's language, within a line. */
export function phrase({ language, tag }: Reader, text: string): Content {
  const chinese = language === 'zh-CN' ? inChinese(text, tag) : undefined;
  return chinese ? inline(chinese) : html`<span lang="en">${inline(paragraphsOf(text).join(' '))}</span>`;
}

/** Lists the texts of the contract that stand in the pages in English only, and the translations that no text of the contract has. */
export function compareTranslations(contract: Contract): { missing: string[]; unused: string[] } {
  const used = new Set<string>();
  const missing = new Set<string>();
  const visit = (node: unknown, tag: Tag | undefined): void => {
    if (typeof node !== 'object' || node === null) return;
    const { description, 'x-about': about } = Object(node);
    if (typeof description === 'string' && !about) {
      const english = paragraphsOf(description).join('\n\n');
      for (const key of [english, ...(tag ? [withoutKind(english, tag)] : [])]) if (CHINESE.has(key)) used.add(key);
      if (!inChinese(description, tag)) missing.add(english);
    }
    for (const [key, value] of Object.entries(node)) if (!/^examples?$/.test(key)) visit(value, tag);
  };
  const { paths, components, ...rest } = contract;
  for (const item of Object.values(paths))
    for (const operation of Object.values(item)) {
      const [name] = Object(operation).tags ?? [];
      visit(
        operation,
        contract.tags.find((tag) => tag.name === name),
      );
    }
  const { schemas, responses, parameters } = components;
  for (const node of [schemas, responses, parameters, rest]) visit(node, undefined);
  return { missing: [...missing], unused: [...CHINESE.keys()].filter((key) => !used.has(key)) };
}
