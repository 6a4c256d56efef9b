import { useTexts } from '#i18n/i18n.ts';
import { StatusMark } from '#kit/display/status-mark.tsx';
import { type DeliveryOutcome, outcomeTones } from '#sync/subscribers/deliveries/delivery.ts';
import { type SyncState, stateTones } from './subscriber.ts';

export function StateMark({ state, className }: { state: SyncState; className?: string }) {
  const { t } = useTexts();
  return <StatusMark status={stateTones[state]} label={t(`sync.state.${state}`)} className={className} />;
}

export function OutcomeMark({ outcome, className }: { outcome: DeliveryOutcome; className?: string }) {
  const { t } = useTexts();
  return <StatusMark status={outcomeTones[outcome]} label={t(`delivery.outcome.${outcome}`)} className={className} />;
}
