import type { Texts } from '#i18n/zh.ts';

export type FailureCause = keyof Texts['sync']['error'];

const causeOfStatus = (status: number): FailureCause => {
  if (status >= 300 && status < 400) return 'redirect';
  if (status === 401 || status === 403) return 'unauthorized';
  if (status === 404) return 'notFound';
  if (status === 410) return 'gone';
  if (status === 429) return 'tooMany';
  return status >= 500 ? 'server' : 'client';
};

const causePatterns: readonly [RegExp, FailureCause][] = [
  // This pattern comes first, because the text contains a host name that could match another pattern.
  [/^Nothing is sent to the address of /, 'address'],
  [/no answer within|ETIMEDOUT|timed? ?out/i, 'timeout'],
  [/closed without an answer|ECONNRESET|EPIPE|socket hang up/i, 'closed'],
  [/ECONNREFUSED/, 'refused'],
  [/ENOTFOUND|EAI_AGAIN/, 'name'],
  [/EHOSTUNREACH|ENETUNREACH/, 'unreachable'],
  [/certificate|CERT_|SSL|TLS/i, 'certificate'],
];

/** Returns the HTTP status in an error text such as `HTTP 503`. */
export const httpStatusOf = (error: string): number | undefined => {
  const [, status] = /^HTTP (\d{3})\b/.exec(error) ?? [];
  return status === undefined ? undefined : Number(status);
};

/** Returns why a delivery failed, derived from the stored error text: `HTTP 503` or a network error. */
export function failureCauseOf(error: string): FailureCause {
  const status = httpStatusOf(error);
  if (status !== undefined) return causeOfStatus(status);
  return causePatterns.find(([pattern]) => pattern.test(error))?.[1] ?? 'other';
}

const causesWithShortText = ['timeout', 'closed', 'refused', 'name'] as const satisfies readonly FailureCause[];

/** Returns the key of a short text for narrow columns, for errors without an HTTP status. */
export const shortTextKeyOf = (cause: FailureCause): keyof Texts['sync']['short'] =>
  causesWithShortText.find((shortCause) => shortCause === cause) ?? 'other';
