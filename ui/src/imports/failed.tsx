import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/button.tsx';
import { ErrorState } from '#kit/page-state.tsx';
import { useSession } from '#session/use-session.ts';
import { importPermission } from './import.ts';
import type { ImportProps } from './use-import.ts';

/** Faults that are nobody's file: the same again may do. */
const passing = new Set(['cancelled', 'workerDied', 'broken']);

/** The file could not be read to its end: why, and the ways out. */
export function Failed({ found, state, send, onDiscard }: ImportProps) {
  const { t } = useTexts();
  const { refuse } = useSession();
  const { act, problem } = state.context;
  const { fault, entity } = found;
  const refused = refuse(importPermission(entity));
  const again = fault !== null && passing.has(fault.key);
  return (
    <ErrorState
      title={fault?.message ?? t('imports.failedTitle')}
      text={
        <>
          {t('imports.failedText')}
          {act?.act === 'stage' && problem && <span className="block text-bad-ink">{problem.message}</span>}
        </>
      }
      actions={
        <>
          {again && (
            <Button
              variant="primary"
              refused={refused}
              busy={state.matches('acting')}
              onClick={() => send({ type: 'ACT', act: { act: 'stage' } })}
            >
              {t('imports.again')}
            </Button>
          )}
          <Button variant={again ? 'secondary' : 'primary'} refused={refused} onClick={() => send({ type: 'REMAP' })}>
            {t('imports.remap')}
          </Button>
          <Button variant="ghost" refused={refused} onClick={onDiscard}>
            {t('imports.discard')}
          </Button>
        </>
      }
    />
  );
}
