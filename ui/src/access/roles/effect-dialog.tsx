import { useRef } from 'react';
import { permissionText } from '#access/common/permission-text.ts';
import { number } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/buttons/button.tsx';
import { CodeText } from '#kit/display/chip.tsx';
import { Dialog } from '#kit/layers/dialog.tsx';
import type { Effect } from './roles-calls.ts';

interface Props {
  effect: Effect | undefined;
  name: string;
  confirm: () => void;
  cancel: () => void;
}

/** What a change of a role gives and takes, permission by permission, and from whom; saved from here. */
export function EffectDialog({ effect, name, confirm, cancel }: Props) {
  const { t } = useTexts();
  const back = useRef<HTMLButtonElement>(null);
  const said = ({ people }: Effect) =>
    people === 0 ? t('role.effectNobody') : t('role.effectText', { count: people });
  return (
    <Dialog
      open={effect !== undefined}
      onClose={cancel}
      width={560}
      title={t('role.effectTitle', { name })}
      description={effect && said(effect)}
      initialFocus={back}
      footer={
        <>
          <Button ref={back} onClick={cancel}>
            {t('conflict.back')}
          </Button>
          <Button variant="primary" onClick={confirm}>
            {t('common.save')}
          </Button>
        </>
      }
    >
      {effect && (
        <div className="flex flex-col gap-4">
          <Part title={t('role.givesCount', { count: effect.gains.length })} tone="text-ok-ink" lines={effect.gains} />
          <Part
            title={t('role.takesCount', { count: effect.losses.length })}
            tone="text-bad-ink"
            lines={effect.losses}
          />
        </div>
      )}
    </Dialog>
  );
}

function Part({ title, tone, lines }: { title: string; tone: string; lines: Effect['gains'] }) {
  const { t } = useTexts();
  if (lines.length === 0) return null;
  return (
    <section>
      <h3 className={`mb-1 font-medium ${tone}`}>{title}</h3>
      <ul>
        {lines.map(({ permission, people, names }) => (
          <li key={permission} className="border-line py-1.5 not-first:border-t">
            <div className="flex items-center gap-2">
              <span className="min-w-0 truncate">{permissionText(permission)}</span>
              <CodeText>{permission}</CodeText>
              <span className="ml-auto flex-none text-xs text-ink-2">
                {t('role.people', { count: people, shown: number(people) })}
              </span>
            </div>
            {names.length > 0 && (
              <div className="font-mono text-xs text-ink-3 [overflow-wrap:anywhere]">
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
