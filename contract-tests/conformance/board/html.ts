import type { BothTexts } from './board-texts.ts';

/** Markup, which is inserted as it is. Everything else is escaped. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = Html | string | number | false | undefined | Part[];

/** Builds markup from a template; strings in it are escaped, lists are joined. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(strings.map((text, index) => text + (index < parts.length ? render(parts[index]) : '')).join(''));
}

function render(part: Part): string {
  if (part instanceof Html) return part.text;
  if (Array.isArray(part)) return part.map(render).join('');
  if (part === undefined || part === false) return '';
  return String(part).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Both languages; the style sheet shows one of them. */
export function both({ zh, en }: BothTexts): Html {
  return zh === en
    ? html`${en}`
    : html`<span class="zh" lang="zh-CN">${zh}</span><span class="en" lang="en">${en}</span>`;
}
