import { useTexts } from '#i18n/i18n.ts';
import { ActionBar } from '#imports/action-bar.tsx';
import { importPermission } from '#imports/import.ts';
import type { ImportProps } from '#imports/use-import.ts';
import { Button } from '#kit/button.tsx';
import { Icon } from '#kit/icon.tsx';
import { useSession } from '#session/use-session.ts';

/** Says what still stands against reading all of the file, or begins that. */
export function MappingActions({ found, state, send, onDiscard }: ImportProps) {
  const { t } = useTexts();
  const { refuse } = useSession();
  const { preview, act, problem } = state.context;
  const refused = refuse(importPermission(found.entity));
  const fault = preview?.fault?.message;
  const wrong = fault ?? (act?.act === 'stage' ? problem?.message : undefined);
  const stuck = state.matches({ mapping: 'stuck' });
  const ready = state.matches({ mapping: 'ready' });
  return (
    <ActionBar
      note={
        wrong ? (
          <span role="alert" className="flex min-w-0 items-center gap-1.5 text-bad-ink">
            <Icon name="error" />
            <span className="min-w-0">{wrong}</span>
          </span>
        ) : (
          <span className="text-ink-3">{t('imports.map.checkHint')}</span>
        )
      }
    >
      <Button variant="ghost" refused={refused} onClick={onDiscard}>
        {t('imports.discard')}
      </Button>
      {found.status === 'staged' && (
        <Button onClick={() => send({ type: 'REPORT' })}>{t('imports.map.backToReport')}</Button>
      )}
      <Button
        variant="primary"
        busy={!ready && !stuck}
        refused={refused || (ready && fault)}
        onClick={() => ready && send({ type: 'ACT', act: { act: 'stage' } })}
      >
        {t('imports.map.check')}
      </Button>
    </ActionBar>
  );
}
