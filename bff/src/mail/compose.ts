import type { Language, Schemas } from '#http/contract.ts';
import type { ClaimedEmail } from './outbox.ts';
import { english } from './texts-en.ts';
import { chinese } from './texts-zh.ts';
import type { ComposedEmail } from './transport.ts';
import { type EmailKind, type EmailTexts, type Facts, render, type Wording } from './wording.ts';

/** The recipient of an email with a token. */
interface Addressee {
  /** The address as stored in the account, which may differ from the typed one in case. */
  address: string;
  displayName: string;
  token: string;
  /** The lifetime of the token: minutes for a reset, days for an invitation. */
  lifetime: number;
}

/** Finds the recipient and issues a new token; undefined if the account no longer exists or no longer needs the email. */
export interface LinkIssuer {
  reset(email: { id: number; address: string }): Promise<Addressee | undefined>;
  invitation(email: { address: string; userId: number }): Promise<Addressee | undefined>;
}

export type MailSettings = Pick<Schemas['Settings'], 'mailFrom' | 'publicUrl'>;

interface Content {
  to: string;
  wording: Wording;
  /** The path of the link. */
  path: string;
}

/** Composes the message of a queued email; `url` is the base of links while no public address is configured. */
export async function compose(
  email: ClaimedEmail,
  linkIssuer: LinkIssuer,
  { mailFrom, publicUrl }: MailSettings,
  url: string,
): Promise<ComposedEmail | undefined> {
  const content = await toContent(email, linkIssuer);
  if (!content) return undefined;
  const baseUrl = (publicUrl ?? url).replace(/(?<!\/)\/+$/, '');
  const rendered = render(content.wording, { language: email.language, url: baseUrl + content.path });
  return { id: email.id, kind: email.kind, time: email.time, from: mailFrom, to: content.to, ...rendered };
}

async function toContent(email: ClaimedEmail, linkIssuer: LinkIssuer): Promise<Content | undefined> {
  const { id, address, language } = email;
  const toWording = <K extends EmailKind>(kind: K, facts: Facts[K]) => TEXTS[language][kind](facts);
  switch (email.kind) {
    case 'reset': {
      const addressee = await linkIssuer.reset({ id, address });
      if (!addressee) return undefined;
      const wording = toWording('reset', { name: addressee.displayName, minutes: addressee.lifetime });
      return { to: addressee.address, wording, path: `/login?reset=${addressee.token}` };
    }
    case 'invitation': {
      const { userId, by } = email.data;
      const addressee = await linkIssuer.invitation({ address, userId });
      if (!addressee) return undefined;
      const wording = toWording('invitation', { name: addressee.displayName, by, days: addressee.lifetime });
      return { to: addressee.address, wording, path: `/register?invite=${addressee.token}` };
    }
    case 'emailTaken':
      return { to: address, wording: toWording('emailTaken', { name: email.data.displayName }), path: '/login?forgot' };
    case 'workRejected': {
      const work = email.data;
      return { to: address, wording: toWording('workRejected', { name: work.displayName, work }), path: work.path };
    }
    case 'setSubmitted':
    case 'setApproved':
    case 'setRejected':
    case 'setHeld': {
      const set = email.data;
      return { to: address, wording: toWording(email.kind, { name: set.displayName, set }), path: set.path };
    }
    default: {
      const { displayName: name, reason } = email.data;
      return { to: address, wording: toWording(email.kind, { name, reason }), path: '/login' };
    }
  }
}

const TEXTS: Record<Language, EmailTexts> = { 'zh-CN': chinese, en: english };
