import { useTexts } from '#i18n/i18n.ts';
import type { ReasonField } from '#kit/layers/confirm-dialog.tsx';
import { session } from '#session/session.ts';
import { useSession } from '#session/use-session.ts';

/** What is rejected. Recent reasons are kept separately for each. */
type ReasonSubject = 'record' | 'user';

const MAX_RECENT_REASONS = 3;

/** Returns the field for the required reason of a rejection, which offers the reasons that the user gave before on this device. */
export function useReasonField(subject: ReasonSubject = 'record'): ReasonField {
  const { t } = useTexts();
  const { user } = useSession();
  const key = storageKey(user?.username, subject);
  return {
    label: t('form.reason'),
    required: true,
    help: t('form.reasonHelp'),
    missingError: t('form.reasonMissing'),
    maxLength: 500,
    readRecent: () => readRecentReasons(key),
  };
}

/** Offers a reason again from now on; called once the server has accepted it, or at once where it is sent seconds later. */
export function rememberReason(reason: string, subject: ReasonSubject = 'record'): void {
  const key = storageKey(session.user?.username, subject);
  const others = readRecentReasons(key).filter((other) => other !== reason);
  try {
    localStorage.setItem(key, JSON.stringify([reason, ...others].slice(0, MAX_RECENT_REASONS)));
  } catch {
    // without browser storage, no reasons are offered
  }
}

const storageKey = (username: string | undefined, subject: ReasonSubject): string =>
  `reasons:${JSON.stringify([username ?? '', subject])}`;

function readRecentReasons(key: string): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(stored) ? stored.filter((reason) => typeof reason === 'string') : [];
  } catch {
    return [];
  }
}
