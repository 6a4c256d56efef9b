import { useState } from 'react';
import { number } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { leftText } from '#imports/counts-text.ts';
import { type DecisionEvent, type Import, importPermission, reviewPermission } from '#imports/import.ts';
import type { ImportProps } from '#imports/use-import.ts';
import { Button } from '#kit/button.tsx';
import { useSession } from '#session/use-session.ts';
import { DecideDialog, MissingFields, useOutlook } from './decide-dialog.tsx';
import { RevertDialog } from './revert-dialog.tsx';

/** What comes next for a reviewer: first a decision, then the records go live; one that left some can be made again. */
function eventsOf({ status, decision }: Import): { next: DecisionEvent | undefined; others: DecisionEvent[] } {
  if (status !== 'applied') return { next: undefined, others: [] };
  if (decision?.event === 'reject') return { next: undefined, others: [] };
  if (decision?.event === 'activate') return { next: undefined, others: decision.left > 0 ? ['activate'] : [] };
  if (decision?.event === 'approve')
    return { next: 'activate', others: decision.left > 0 ? ['reject', 'approve'] : [] };
  return { next: 'approve', others: ['reject'] };
}

/** It is written: decide on it as a second person, or take it back. */
export function AppliedActions({ found, state, send }: ImportProps) {
  const { t } = useTexts();
  const { refuse } = useSession();
  const [asked, ask] = useState<DecisionEvent | 'revert'>();
  const { act, problem } = state.context;
  const { entity, outcomes, ownWork, status } = found;
  const { created = 0, updated = 0, proposed = 0 } = outcomes;
  const open = created + proposed;
  const { next, others } = eventsOf(found);
  const busy = state.matches('acting');
  const outlook = useOutlook(found).data;
  const refusal = (event: DecisionEvent) =>
    refuse(reviewPermission(entity)) ||
    (ownWork && event !== 'activate' && t('record.ownWork')) ||
    (outlook?.[event].ready === 0 && t('imports.decide.none', { causes: leftText(outlook[event].left) }));
  const button = (event: DecisionEvent, variant: 'primary' | 'secondary') => (
    <Button key={event} variant={variant} busy={!outlook} refused={refusal(event)} onClick={() => ask(event)}>
      {t(`imports.decide.${event}`)}
      {outlook && ` ${number(outlook[event].ready)}`}
    </Button>
  );
  const close = () => ask(undefined);
  return (
    <>
      {outlook && next === 'approve' && <MissingFields found={found} missing={outlook.missing} />}
      {status === 'applied' && (
        <Button
          variant="bad-ghost"
          refused={refuse(importPermission(entity)) || (open + updated === 0 && t('imports.revertNothing'))}
          onClick={() => ask('revert')}
        >
          {t('imports.revert')}
        </Button>
      )}
      {open > 0 && others.map((event) => button(event, 'secondary'))}
      {open > 0 && next && button(next, 'primary')}
      <RevertDialog
        found={found}
        open={asked === 'revert'}
        busy={busy}
        problem={act?.act === 'revert' ? problem : null}
        onClose={close}
        onRevert={() => send({ type: 'ACT', act: { act: 'revert' } })}
      />
      <DecideDialog
        found={found}
        asked={asked === 'revert' ? undefined : asked}
        outlook={outlook}
        busy={busy}
        problem={act?.act === 'decide' ? problem?.message : undefined}
        onClose={close}
        onDecide={(event, reason) => send({ type: 'ACT', act: { act: 'decide', event, reason } })}
      />
    </>
  );
}
