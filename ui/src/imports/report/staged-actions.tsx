import { useState } from 'react';
import { number } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { importPermission, soundOf } from '#imports/import.ts';
import type { ImportProps } from '#imports/use-import.ts';
import { Button } from '#kit/button.tsx';
import { ConfirmDialog } from '#kit/confirm-dialog.tsx';
import { useSession } from '#session/use-session.ts';
import { ApplyDialog } from './apply-dialog.tsx';

/** Nothing is changed yet: write it, correct how the file is read, or let it be. */
export function StagedActions({ found, state, send, onDiscard }: ImportProps) {
  const { t } = useTexts();
  const { refuse } = useSession();
  const [asks, ask] = useState<'apply' | 'remap'>();
  const { act, problem } = state.context;
  const refused = refuse(importPermission(found.entity));
  const sound = soundOf(found.counts);
  const lost = (found.counts?.corrected ?? 0) + (found.counts?.excluded ?? 0);
  return (
    <>
      <Button variant="ghost" refused={refused} onClick={onDiscard}>
        {t('imports.discard')}
      </Button>
      <Button refused={refused} onClick={() => (lost > 0 ? ask('remap') : send({ type: 'REMAP' }))}>
        {t('imports.remap')}
      </Button>
      <Button
        variant="primary"
        refused={refused || (sound === 0 && t('imports.apply.nothing'))}
        onClick={() => ask('apply')}
      >
        {t('imports.apply.button', { n: number(sound) })}
      </Button>
      {asks === 'apply' && (
        <ApplyDialog
          found={found}
          busy={state.matches('acting')}
          problem={act?.act === 'apply' ? problem : null}
          onClose={() => ask(undefined)}
          onApply={(rows, status) => send({ type: 'ACT', act: { act: 'apply', rows, status } })}
        />
      )}
      <ConfirmDialog
        open={asks === 'remap'}
        onClose={() => ask(undefined)}
        title={t('imports.correct.loseTitle')}
        description={t('imports.correct.loseText', { n: number(lost) })}
        confirmLabel={t('imports.correct.lose')}
        cancelLabel={t('common.cancel')}
        onConfirm={() => send({ type: 'REMAP' })}
      />
    </>
  );
}
