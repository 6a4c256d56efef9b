import type { ReactNode } from 'react';
import { Time } from '#crud/time.tsx';
import { number } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { ActionBar } from '#imports/action-bar.tsx';
import { leftText } from '#imports/counts-text.ts';
import type { Import } from '#imports/import.ts';
import type { Act } from '#imports/import-context.ts';
import type { ImportProps } from '#imports/use-import.ts';
import { Icon } from '#kit/icon.tsx';
import { AppliedActions } from './applied-actions.tsx';
import { StagedActions } from './staged-actions.tsx';

const asksHere = new Set<string>(['stage', 'cancel', 'choose', 'correct'] satisfies Act['act'][]);

/** At the foot of the report: who did what last, and what comes next. */
export function ReportActions(props: ImportProps) {
  const { found, state } = props;
  const { problem, act } = state.context;
  // what a dialog asked for is answered there
  const said = act && asksHere.has(act.act) ? problem?.message : undefined;
  return (
    <ActionBar note={said ? <Trouble>{said}</Trouble> : <LastAct found={found} />}>
      {found.status === 'staged' ? <StagedActions {...props} /> : <AppliedActions {...props} />}
    </ActionBar>
  );
}

const Trouble = ({ children }: { children: ReactNode }) => (
  <span role="alert" className="flex items-center gap-1.5 text-bad-ink">
    <Icon name="error" />
    {children}
  </span>
);

function LastAct({ found }: { found: Import }) {
  const { t } = useTexts();
  const { createdBy, createTime, appliedBy, applyTime, revertedBy, revertTime, decision } = found;
  const [text, time] =
    revertedBy && revertTime
      ? [t('imports.by.reverted', { by: revertedBy }), revertTime]
      : decision
        ? [
            [
              t(`imports.decide.done.${decision.event}`, { by: decision.by, n: number(decision.done) }),
              decision.left > 0 &&
                (leftText(decision.causes ?? {}) || t('imports.decide.left', { n: number(decision.left) })),
            ]
              .filter(Boolean)
              .join(t('imports.comma')),
            decision.time,
          ]
        : appliedBy && applyTime
          ? [t('imports.by.applied', { by: appliedBy }), applyTime]
          : [t('imports.by.begun', { by: createdBy }), createTime];
  return (
    <span className="cut text-xs text-ink-3">
      {text} · <Time iso={time} />
    </span>
  );
}
