import type { Settings } from '#config/settings.ts';
import { createPostman, type Postman, type PostmanDeps } from '#mail/postman.ts';
import { letterTokens } from '#session/letter-tokens.ts';

export type MailOptions = Omit<PostmanDeps, 'addressees' | 'settings'> & { settings: Settings };

/** Who carries the letters of this service, with what they say by its configuration and its accounts. */
export const createMail = ({ settings: { current }, ...deps }: MailOptions): Postman =>
  createPostman({ ...deps, settings: current, addressees: letterTokens(deps.db, current) });
