import { Secret, TOTP } from 'otpauth';
import type { Client } from '../kit/client.ts';
import type { Service } from '../kit/service.ts';

/** The code of a secret, now or some periods of 30 seconds from now. */
export const codeOf = (secret = '', periods = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + periods * 30_000 });

/** Sets a second factor up with the code of the period before now; answers its secret. */
export async function enrol(client: Client, password: string): Promise<string> {
  const { secret } = await client.ok('beginTotp', { body: { password } });
  await client.ok('confirmTotp', { body: { code: codeOf(secret, -1) } });
  return secret;
}

/** Makes the roles of a user ask for a second factor, from now on. */
export async function requireFactor(service: Service, id: number): Promise<void> {
  const admin = await service.as('admin');
  const { roles } = (await admin.ok('getUser', { path: { id } })).record;
  const { settings, version } = await admin.ok('getSettings');
  const body = { ...settings, secondFactorRoles: roles.map(({ name }) => name) };
  await admin.ok('updateSettings', { ifMatch: version, body });
}
