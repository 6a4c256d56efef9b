import { useEffect } from 'react';
import { useTexts } from '#i18n/i18n.ts';
import { LinkButton } from '#kit/link-button.tsx';
import { Note } from '#kit/note.tsx';
import { Skeleton } from '#kit/skeleton.tsx';
import { api } from '#session/session.ts';
import { useCall } from '../../-account/use-auth-options.ts';
import { EntryFrame } from '../login/entry-frame.tsx';
import { RegisterForm } from './register-form.tsx';

interface Props {
  token: string;
  onSpent: () => void;
}

/** Whom an invitation is for, before anything is asked of them. */
export function Invited({ token, onSpent }: Props) {
  const { t } = useTexts();
  const { data, problem, retry } = useCall(async (signal) => {
    const answer = await api.POST('/api/v1/auth/invitation', { body: { token }, signal });
    return answer.data;
  });
  const spent = problem?.status === 422;
  useEffect(() => {
    if (spent) onSpent();
  }, [spent, onSpent]);
  if (data) return <RegisterForm kind="invite" token={token} invited={data} onSpent={onSpent} />;
  return (
    <EntryFrame title={t('register.inviteTitle')}>
      {problem && !spent ? (
        <Note tone="bad" live action={<LinkButton onClick={retry}>{t('common.retry')}</LinkButton>}>
          {t('register.failed', { problem: problem.message })}
        </Note>
      ) : (
        <Skeleton height={240} className="late" />
      )}
    </EntryFrame>
  );
}
