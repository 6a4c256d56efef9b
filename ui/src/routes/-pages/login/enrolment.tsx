import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/button.tsx';
import { CodeField } from '#kit/code-field.tsx';
import { LinkButton } from '#kit/link-button.tsx';
import { session } from '#session/session.ts';
import type { TotpSecret as Secret } from '#session/session-types.ts';
import { FormProblem } from '../../-account/form-problem.tsx';
import { TotpSecret } from '../../-account/totp-secret.tsx';
import { useForm } from '../../-account/use-form.ts';
import { codeIsWhole } from '../../-account/whole-code.ts';
import { EntryFrame } from './entry-frame.tsx';

/** A role asks for a second factor and none is set up: its first code signs in. */
export function Enrolment({ secret }: { secret: Secret }) {
  const { t } = useTexts();
  const { form, field, problem, busy, submit } = useForm(
    { code: '' },
    { check: codeIsWhole, send: ({ code }) => session.proveCode(code) },
  );
  return (
    <EntryFrame title={t('factor.enrolTitle')} text={t('factor.enrolText')}>
      <TotpSecret {...secret} />
      <form {...form} className="flex flex-col gap-2">
        <FormProblem problem={problem} />
        <CodeField {...field('code')} label={t('factor.confirm')} onComplete={(code) => void submit({ code })} />
        <Button type="submit" variant="primary" size="lg" busy={busy} className="mt-1 w-full">
          {t('factor.finish')}
        </Button>
      </form>
      <LinkButton className="w-fit" onClick={() => session.backToPassword()}>
        {t('login.back')}
      </LinkButton>
    </EntryFrame>
  );
}
