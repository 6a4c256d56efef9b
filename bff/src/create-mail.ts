import type { Settings } from '#config/settings.ts';
import { createMailer, type Mailer, type MailerDeps } from '#mail/mailer.ts';
import { createAddressees } from '#session/one-time-tokens.ts';

export type MailOptions = Omit<MailerDeps, 'addressees' | 'settings'> & { settings: Settings };

/** Who carries the letters of this service, with what they say by its configuration and its accounts. */
export const createMail = ({ settings: { current }, ...deps }: MailOptions): Mailer =>
  createMailer({ ...deps, settings: current, addressees: createAddressees(deps.db, current) });
