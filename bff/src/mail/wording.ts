import type { Language } from '#http/contract.ts';
import type { MailedSet, RejectedWork } from './outbox.ts';

/** The facts that each kind of email states. */
export interface Facts {
  reset: { name: string; minutes: number };
  invitation: { name: string; by: string; days: number };
  emailTaken: { name: string };
  approved: { name: string };
  rejected: { name: string; reason?: string | undefined };
  workRejected: { name: string; work: RejectedWork };
  setSubmitted: { name: string; set: MailedSet };
  setApproved: { name: string; set: MailedSet };
  setRejected: { name: string; set: MailedSet };
  setHeld: { name: string; set: MailedSet };
}

export type EmailKind = keyof Facts;

export interface Wording {
  subject: string;
  /** Paragraphs before the link. */
  before: string[];
  /** The text of the link; an email without one has no link. */
  link?: string;
  after: string[];
}

export type EmailTexts = { [K in EmailKind]: (facts: Facts[K]) => Wording };

export interface RenderedEmail {
  subject: string;
  text: string;
  html: string;
}

// a line break in a value could start a header or imitate a paragraph
const toSingleLine = (text: string) => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();

const HTML_ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escapeHtml = (text: string) => text.replaceAll(/[&<>"']/g, (sign) => HTML_ENTITIES[sign] ?? '');

const paragraph = (text: string) => `<p>${escapeHtml(text)}</p>`;

/** Renders an email as plain text and HTML, with paragraphs and an optional link. */
export function render(wording: Wording, { language, url }: { language: Language; url: string }): RenderedEmail {
  const [before, after] = [wording.before.map(toSingleLine), wording.after.map(toSingleLine)];
  const link =
    wording.link === undefined ? [] : [`<p><a href="${escapeHtml(url)}">${escapeHtml(wording.link)}</a></p>`];
  const body = [...before.map(paragraph), ...link, ...after.map(paragraph)].join('\n');
  return {
    subject: toSingleLine(wording.subject),
    text: `${[...before, ...(wording.link === undefined ? [] : [url]), ...after].join('\n\n')}\n`,
    html: `<!doctype html>\n<html lang="${language}">\n<meta charset="utf-8">\n<body>\n${body}\n</body>\n</html>\n`,
  };
}
