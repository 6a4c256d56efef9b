import type { Texts } from '#i18n/zh.ts';

export type Cause = keyof Texts['sync']['error'];

const byStatus = (status: number): Cause => {
  if (status >= 300 && status < 400) return 'redirect';
  if (status === 401 || status === 403) return 'unauthorized';
  if (status === 404) return 'notFound';
  if (status === 410) return 'gone';
  if (status === 429) return 'tooMany';
  return status >= 500 ? 'server' : 'client';
};

const byText: readonly [RegExp, Cause][] = [
  // first, as it names a host, which may be called anything
  [/^Nothing is sent to the address of /, 'address'],
  [/no answer within|ETIMEDOUT|timed? ?out/i, 'timeout'],
  [/closed without an answer|ECONNRESET|EPIPE|socket hang up/i, 'closed'],
  [/ECONNREFUSED/, 'refused'],
  [/ENOTFOUND|EAI_AGAIN/, 'name'],
  [/EHOSTUNREACH|ENETUNREACH/, 'unreachable'],
  [/certificate|CERT_|SSL|TLS/i, 'certificate'],
];

/** The HTTP status that an error tells of. */
export const statusOf = (error: string): number | undefined => {
  const [, status] = /^HTTP (\d{3})\b/.exec(error) ?? [];
  return status === undefined ? undefined : Number(status);
};

/** Why a delivery failed, from what the sender noted: `HTTP 503`, or what the network said. */
export function causeOf(error: string): Cause {
  const status = statusOf(error);
  if (status !== undefined) return byStatus(status);
  return byText.find(([pattern]) => pattern.test(error))?.[1] ?? 'other';
}

const short = ['timeout', 'closed', 'refused', 'name'] as const satisfies readonly Cause[];

/** What fits a narrow column; only for what brought no status. */
export const shortCause = (cause: Cause): keyof Texts['sync']['short'] =>
  short.find((each) => each === cause) ?? 'other';
