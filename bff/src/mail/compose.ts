import type { Language, Schemas } from '#http/contract.ts';
import type { ClaimedEmail } from './outbox.ts';
import { english } from './texts-en.ts';
import { chinese } from './texts-zh.ts';
import type { Mail } from './transport.ts';
import { type Facts, type Kind, render, type Texts, type Wording } from './wording.ts';

/** Finds whom an email with a token is for; each call issues a new token. */
interface Addressee {
  /** As the account spells it, which may differ from what was typed. */
  address: string;
  displayName: string;
  token: string;
  /** Of the token: minutes to reset, days to accept an invitation. */
  lifetime: number;
}

/** Undefined where the letter is not to be sent: its account is not there, or is no longer in want of it. */
export interface AddresseeLookup {
  reset(letter: { id: number; address: string }): Promise<Addressee | undefined>;
  invitation(letter: { address: string; userId: number }): Promise<Addressee | undefined>;
}

export type MailSettings = Pick<Schemas['Settings'], 'mailFrom' | 'publicUrl'>;

interface Content {
  to: string;
  wording: Wording;
  /** Of the link. */
  path: string;
}

/** The mail that a letter becomes; `url` is where links lead while no public address is configured. */
export async function compose(
  letter: ClaimedEmail,
  addressees: AddresseeLookup,
  { mailFrom, publicUrl }: MailSettings,
  url: string,
): Promise<Mail | undefined> {
  const content = await toContent(letter, addressees);
  if (!content) return undefined;
  const base = (publicUrl ?? url).replace(/(?<!\/)\/+$/, '');
  const rendered = render(content.wording, { language: letter.language, url: base + content.path });
  return { id: letter.id, kind: letter.kind, time: letter.time, from: mailFrom, to: content.to, ...rendered };
}

async function toContent(letter: ClaimedEmail, addressees: AddresseeLookup): Promise<Content | undefined> {
  const { id, address, language } = letter;
  const say = <K extends Kind>(kind: K, facts: Facts[K]) => TEXTS[language][kind](facts);
  switch (letter.kind) {
    case 'reset': {
      const found = await addressees.reset({ id, address });
      if (!found) return undefined;
      const wording = say('reset', { name: found.displayName, minutes: found.lifetime });
      return { to: found.address, wording, path: `/login?reset=${found.token}` };
    }
    case 'invitation': {
      const { userId, by } = letter.data;
      const found = await addressees.invitation({ address, userId });
      if (!found) return undefined;
      const wording = say('invitation', { name: found.displayName, by, days: found.lifetime });
      return { to: found.address, wording, path: `/register?invite=${found.token}` };
    }
    case 'emailTaken':
      return { to: address, wording: say('emailTaken', { name: letter.data.displayName }), path: '/login?forgot' };
    case 'workRejected': {
      const work = letter.data;
      return { to: address, wording: say('workRejected', { name: work.displayName, work }), path: work.path };
    }
    default: {
      const { displayName: name, reason } = letter.data;
      return { to: address, wording: say(letter.kind, { name, reason }), path: '/login' };
    }
  }
}

const TEXTS: Record<Language, Texts> = { 'zh-CN': chinese, en: english };
