import { useTexts } from '#i18n/i18n.ts';
import { BackToSignIn } from '../login/back-to-sign-in.tsx';
import { EntryFrame } from '../login/entry-frame.tsx';

interface Props {
  purpose: 'invite' | 'setup';
  /** Said to be by the server; else its token is not here any more, since the page was reloaded. */
  spent: boolean;
}

const texts = { invite: 'register.spentInvite', setup: 'register.spentSetup' } as const;

export function SpentLink({ purpose, spent }: Props) {
  const { t } = useTexts();
  return (
    <EntryFrame
      title={t(spent ? 'register.spentTitle' : 'register.reopenTitle')}
      text={t(spent ? texts[purpose] : 'register.reopen')}
    >
      <BackToSignIn />
    </EntryFrame>
  );
}
