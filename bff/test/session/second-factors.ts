import { Secret, TOTP } from 'otpauth';
import { expect } from 'vitest';
import type { Client } from '../kit/client.ts';
import type { Service } from '../kit/service.ts';

/** Returns the code of a secret, now or a number of 30-second periods from now. */
export const totpCode = (secret = '', periods = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + periods * 30_000 });

const currentPeriod = () => Math.floor(Date.now() / 30_000);

/**
 * Confirms a second factor with the code of the previous period, so that the current code stays unused, and returns the recovery codes.
 * The code is two periods old if the next one begins meanwhile, and is then replaced.
 */
export async function confirmSecondFactor(client: Client, secret: string): Promise<string[]> {
  for (;;) {
    const period = currentPeriod();
    const reply = await client.call('confirmTotp', { body: { code: totpCode(secret, -1) } });
    if (reply.status !== 200 && period !== currentPeriod()) continue;
    expect(reply.status).toBe(200);
    // the cast: the answer was just validated against the contract
    return (reply.data as { recoveryCodes: string[] }).recoveryCodes;
  }
}

/** Sets up a second factor and returns its secret. */
export async function enrolSecondFactor(client: Client, password: string): Promise<string> {
  const { secret } = await client.ok('beginTotp', { body: { password } });
  await confirmSecondFactor(client, secret);
  return secret;
}

/** Requires a second factor for all roles of a user. */
export async function requireSecondFactor(service: Service, id: number): Promise<void> {
  const admin = await service.as('admin');
  const { roles } = (await admin.ok('getUser', { path: { id } })).record;
  const { settings, version } = await admin.ok('getSettings');
  const body = { ...settings, secondFactorRoles: roles.map(({ name }) => name) };
  await admin.ok('updateSettings', { ifMatch: version, body });
}
