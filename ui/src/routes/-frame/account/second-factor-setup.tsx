import { useId, useRef } from 'react';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/buttons/button.tsx';
import { OneTimeCodeField } from '#kit/fields/one-time-code-field.tsx';
import { CancelButton } from '#kit/layers/cancel-button.tsx';
import { Dialog } from '#kit/layers/dialog.tsx';
import type { TotpSecret as TotpSecretData } from '#session/session-types.ts';
import { FormProblem } from '../../-account/form-problem.tsx';
import { TotpSecret } from '../../-account/totp-secret.tsx';
import { useAccountForm } from '../../-account/use-account-form.ts';
import { validateTotpCode } from '../../-account/validate-totp-code.ts';

interface SecondFactorSetupProps {
  secret: TotpSecretData;
  onClose: () => void;
  confirmCode: (code: string) => Promise<void>;
}

/** Shows the secret and enables the second factor once the app's first code is verified. */
export function SecondFactorSetup({ secret, onClose, confirmCode }: SecondFactorSetupProps) {
  const { t } = useTexts();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const { form, field, isChanged, problem, busy, submit } = useAccountForm(
    { code: '' },
    { check: validateTotpCode, send: ({ code }) => confirmCode(code) },
  );
  return (
    <Dialog
      open
      width={440}
      onClose={onClose}
      isChanged={isChanged}
      title={t('factor.enrolTitle')}
      initialFocus={input}
      footer={
        <>
          <CancelButton />
          <Button type="submit" form={id} variant="primary" busy={busy}>
            {t('factor.finish')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <TotpSecret {...secret} />
        <form {...form} id={id} className="flex flex-col gap-2">
          <FormProblem problem={problem} />
          <OneTimeCodeField {...field('code')} label={t('factor.confirm')} inputRef={input} onComplete={submit} />
        </form>
      </div>
    </Dialog>
  );
}
