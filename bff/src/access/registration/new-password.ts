import type { Settings } from '#config/settings.ts';
import type { Database } from '#database';
import type { Request } from '#http/operation-types.ts';
import { checkNewPassword } from '#session/password-rules.ts';
import { hashPassword } from '#session/passwords.ts';

export interface RegistrationDeps {
  db: Database;
  settings: Settings;
}

export type Registration = Request<'register'>;

/** The hash of the password that somebody comes in with; throws at `/password` where it is none to take. */
export async function hashNewPassword({ settings }: RegistrationDeps, { body }: Registration): Promise<string> {
  const { passwordMinLength } = await settings.current();
  await checkNewPassword(body.password, body, passwordMinLength, '/password');
  return hashPassword(body.password);
}
