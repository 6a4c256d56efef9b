import type { Schemas } from '#api/metadata.gen.ts';
import { useTexts } from '#i18n/i18n.ts';
import { StatusMark } from '#kit/display/status-mark.tsx';
import { outcomeTones, stateTones } from '#sync/status/lanes.ts';

type SyncState = Schemas['SyncState'];
type DeliveryOutcome = Schemas['DeliveryOutcome'];

export function StateMark({ state, className }: { state: SyncState; className?: string }) {
  const { t } = useTexts();
  return <StatusMark status={stateTones[state]} label={t(`sync.state.${state}`)} className={className} />;
}

export function OutcomeMark({ outcome, className }: { outcome: DeliveryOutcome; className?: string }) {
  const { t } = useTexts();
  return <StatusMark status={outcomeTones[outcome]} label={t(`delivery.outcome.${outcome}`)} className={className} />;
}
