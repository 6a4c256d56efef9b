import type { Language } from '#http/contract.ts';
import type { RejectedWork } from './outbox.ts';
import { english } from './texts-en.ts';
import { chinese } from './texts-zh.ts';

/** What each kind of letter tells. */
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
  /** What the link is called; a letter without one has no link. */
  link?: string;
  after: string[];
}

export type Texts = { [K in Kind]: (facts: Facts[K]) => Wording };

export const textsIn: Record<Language, Texts> = { 'zh-CN': chinese, en: english };
