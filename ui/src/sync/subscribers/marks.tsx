import { useTexts } from '#i18n/i18n.ts';
import { StatusMark } from '#kit/display/status-mark.tsx';
import { type Outcome, outcomeMarks } from './delivery.ts';
import { marks, type SyncState } from './subscriber.ts';

export function StateMark({ state, className }: { state: SyncState; className?: string }) {
  const { t } = useTexts();
  return <StatusMark status={marks[state]} label={t(`sync.state.${state}`)} className={className} />;
}

export function OutcomeMark({ outcome, className }: { outcome: Outcome; className?: string }) {
  const { t } = useTexts();
  return <StatusMark status={outcomeMarks[outcome]} label={t(`delivery.outcome.${outcome}`)} className={className} />;
}
