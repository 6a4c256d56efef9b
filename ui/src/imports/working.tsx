import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/button.tsx';
import { useSession } from '#session/use-session.ts';
import { type ImportStatus, importPermission } from './import.ts';
import type { ImportProps } from './use-import.ts';
import { WorkProgress } from './work-progress.tsx';

const titles = {
  staging: 'imports.work.staging',
  applying: 'imports.work.applying',
  deciding: 'imports.work.deciding',
  reverting: 'imports.work.reverting',
} as const;

const isTitled = (status: ImportStatus): status is keyof typeof titles => status in titles;

/** A task is at it: how far, that nobody needs to wait here, and the way to stop it. */
export function Working({ found, state, send }: ImportProps) {
  const { t } = useTexts();
  const { refuse } = useSession();
  const { act, problem } = state.context;
  const { status, entity } = found;
  return (
    <div className="grid min-h-0 flex-1 place-items-center overflow-y-auto p-6">
      <div className="flex w-105 max-w-full flex-col gap-1">
        <h2 className="text-lg font-semibold">{t(isTitled(status) ? titles[status] : 'imports.work.staging')}</h2>
        <p className="text-ink-2">{t('imports.work.away')}</p>
        <div className="mt-3">
          <WorkProgress found={found} />
        </div>
        <div className="mt-3 flex items-center gap-2">
          <Button
            refused={refuse(importPermission(entity))}
            busy={state.matches('acting')}
            onClick={() => send({ type: 'ACT', act: { act: 'cancel' } })}
          >
            {t('imports.work.cancel')}
          </Button>
          {act?.act === 'cancel' && problem && <span className="text-bad-ink">{problem.message}</span>}
        </div>
      </div>
    </div>
  );
}
