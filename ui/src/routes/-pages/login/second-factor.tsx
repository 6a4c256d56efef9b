import { useState } from 'react';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/button.tsx';
import { CodeField } from '#kit/code-field.tsx';
import { LinkButton } from '#kit/link-button.tsx';
import { TextField } from '#kit/text-field.tsx';
import { session } from '#session/session.ts';
import { FormProblem } from '../../-account/form-problem.tsx';
import { useForm } from '../../-account/use-form.ts';
import { codeIsWhole } from '../../-account/whole-code.ts';
import { EntryFrame } from './entry-frame.tsx';

/** After the password: a code of the app, or a recovery code. */
export function SecondFactor() {
  const { t } = useTexts();
  const [recovery, setRecovery] = useState(false);
  return (
    <EntryFrame title={t('factor.title')} text={t(recovery ? 'factor.recoveryText' : 'factor.codeText')}>
      {recovery ? <RecoveryForm /> : <CodeForm />}
      <div className="flex justify-between gap-4">
        <LinkButton onClick={() => session.backToPassword()}>{t('login.back')}</LinkButton>
        <LinkButton onClick={() => setRecovery(!recovery)}>
          {t(recovery ? 'factor.useCode' : 'factor.useRecovery')}
        </LinkButton>
      </div>
    </EntryFrame>
  );
}

const send = ({ code }: { code: string }) => session.proveCode(code.trim());

function CodeForm() {
  const { t } = useTexts();
  const { form, field, problem, busy, submit } = useForm({ code: '' }, { check: codeIsWhole, send });
  return (
    <form {...form} className="flex flex-col gap-2">
      <FormProblem problem={problem} />
      <CodeField {...field('code')} label={t('factor.code')} autoFocus onComplete={(code) => void submit({ code })} />
      <Submit busy={busy} />
    </form>
  );
}

function RecoveryForm() {
  const { t } = useTexts();
  const check = ({ code }: { code: string }) => ({ code: code.trim() === '' ? t('common.required') : undefined });
  const { form, field, problem, busy } = useForm({ code: '' }, { check, send });
  return (
    <form {...form} className="flex flex-col gap-2">
      <FormProblem problem={problem} />
      {/* the page has nothing else to begin with */}
      <TextField {...field('code')} size="lg" mono label={t('factor.recovery')} autoComplete="off" autoFocus />
      <Submit busy={busy} />
    </form>
  );
}

function Submit({ busy }: { busy: boolean }) {
  const { t } = useTexts();
  return (
    <Button type="submit" variant="primary" size="lg" busy={busy} className="mt-1 w-full">
      {t('factor.submit')}
    </Button>
  );
}
