import type { Language } from '#http/contract.ts';
import type { RejectedWork } from './outbox.ts';

/** The facts that each kind of email states. */
export interface Facts {
  reset: { name: string; minutes: number };
  invitation: { name: string; by: string; days: number };
  emailTaken: { name: string };
  approved: { name: string };
  rejected: { name: string; reason?: string | undefined };
  workRejected: { name: string; work: RejectedWork };
}

export type Kind = keyof Facts;

export interface Wording {
  subject: string;
  /** Paragraphs before the link. */
  before: string[];
  /** The text of the link; an email without one has no link. */
  link?: string;
  after: string[];
}

export type Texts = { [K in Kind]: (facts: Facts[K]) => Wording };

export interface Rendered {
  subject: string;
  text: string;
  html: string;
}

// a value with a line break would begin a header, or look like a paragraph of ours
const oneLine = (text: string) => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();

const HTML_ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escapeHtml = (text: string) => text.replaceAll(/[&<>"']/g, (sign) => HTML_ENTITIES[sign] ?? '');

const paragraph = (text: string) => `<p>${escapeHtml(text)}</p>`;

/** The email as plain text and as HTML: paragraphs, and one link where the wording names one. */
export function render(wording: Wording, { language, url }: { language: Language; url: string }): Rendered {
  const [before, after] = [wording.before.map(oneLine), wording.after.map(oneLine)];
  const link =
    wording.link === undefined ? [] : [`<p><a href="${escapeHtml(url)}">${escapeHtml(wording.link)}</a></p>`];
  const body = [...before.map(paragraph), ...link, ...after.map(paragraph)].join('\n');
  return {
    subject: oneLine(wording.subject),
    text: `${[...before, ...(wording.link === undefined ? [] : [url]), ...after].join('\n\n')}\n`,
    html: `<!doctype html>\n<html lang="${language}">\n<meta charset="utf-8">\n<body>\n${body}\n</body>\n</html>\n`,
  };
}
