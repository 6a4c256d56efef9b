import { useRef } from 'react';
import { number } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/buttons/button.tsx';
import { CodeText } from '#kit/display/code.tsx';
import { Dialog } from '#kit/layers/dialog.tsx';
import { permissionText } from '#session/use-session.ts';
import type { RoleChangeEffect } from './roles-calls.ts';

interface Props {
  effect: RoleChangeEffect | undefined;
  name: string;
  confirm: () => void;
  cancel: () => void;
}

/** Shows which permissions a change of a role adds and removes for whom, and asks for confirmation. */
export function EffectDialog({ effect, name, confirm, cancel }: Props) {
  const { t } = useTexts();
  const cancelButton = useRef<HTMLButtonElement>(null);
  const summary = ({ people }: RoleChangeEffect) =>
    people === 0 ? t('role.effectNobody') : t('role.effectText', { count: people });
  return (
    <Dialog
      open={effect !== undefined}
      onClose={cancel}
      width={560}
      title={t('role.effectTitle', { name })}
      description={effect && summary(effect)}
      initialFocus={cancelButton}
      footer={
        <>
          <Button ref={cancelButton} onClick={cancel}>
            {t('form.backToEditing')}
          </Button>
          <Button variant="primary" onClick={confirm}>
            {t('common.save')}
          </Button>
        </>
      }
    >
      {effect && (
        <div className="flex flex-col gap-4">
          <EffectSection
            title={t('role.givesCount', { count: effect.gains.length })}
            tone="text-ok-ink"
            effects={effect.gains}
          />
          <EffectSection
            title={t('role.takesCount', { count: effect.losses.length })}
            tone="text-bad-ink"
            effects={effect.losses}
          />
        </div>
      )}
    </Dialog>
  );
}

function EffectSection({ title, tone, effects }: { title: string; tone: string; effects: RoleChangeEffect['gains'] }) {
  const { t } = useTexts();
  if (effects.length === 0) return null;
  return (
    <section>
      <h3 className={`mb-1 font-medium ${tone}`}>{title}</h3>
      <ul>
        {effects.map(({ permission, people, names }) => (
          <li key={permission} className="border-line py-1.5 not-first:border-t">
            <div className="flex items-center gap-2">
              <span className="min-w-0 truncate">{permissionText(permission)}</span>
              <CodeText>{permission}</CodeText>
              <span className="ml-auto flex-none text-xs text-ink-2">
                {t('role.people', { count: people, shown: number(people) })}
              </span>
            </div>
            {names.length > 0 && (
              <div className="font-mono text-xs text-ink-3 wrap-anywhere">
                {names.join(t('common.separator'))}
                {people > names.length && '…'}
              </div>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
