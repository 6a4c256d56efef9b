import type { Language } from '#http/contract.ts';
import type { Wording } from './wording.ts';

export interface Rendered {
  subject: string;
  text: string;
  html: string;
}

// a value with a line break would begin a header, or look like a paragraph of ours
const oneLine = (text: string) => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? '');

const paragraph = (text: string) => `<p>${escaped(text)}</p>`;

/** The letter as plain text and as HTML: paragraphs, and one link where the wording names one. */
export function render(wording: Wording, { language, url }: { language: Language; url: string }): Rendered {
  const [before, after] = [wording.before.map(oneLine), wording.after.map(oneLine)];
  const link = wording.link === undefined ? [] : [`<p><a href="${escaped(url)}">${escaped(wording.link)}</a></p>`];
  const body = [...before.map(paragraph), ...link, ...after.map(paragraph)].join('\n');
  return {
    subject: oneLine(wording.subject),
    text: `${[...before, ...(wording.link === undefined ? [] : [url]), ...after].join('\n\n')}\n`,
    html: `<!doctype html>\n<html lang="${language}">\n<meta charset="utf-8">\n<body>\n${body}\n</body>\n</html>\n`,
  };
}
