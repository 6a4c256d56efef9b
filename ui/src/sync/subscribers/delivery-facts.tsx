import { Link } from '@tanstack/react-router';
import { iconOf, recordLink } from '#crud/define-entity.ts';
import { Time } from '#crud/time.tsx';
import { number } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import type { Texts } from '#i18n/zh.ts';
import { Bare, Code } from '#kit/chip.tsx';
import { DefinitionList } from '#kit/definition-list.tsx';
import { DrawerSection } from '#kit/drawer.tsx';
import { Icon } from '#kit/icon.tsx';
import { linkClass } from '#kit/link-button.tsx';
import { useSession } from '#session/use-session.ts';
import { type Delivery, furtherError, isDue, wasSent } from './delivery.ts';
import { OutcomeMark } from './outcome-mark.tsx';

/** What came of a delivery, of which change, when and how. */
export function DeliveryFacts({ delivery }: { delivery: Delivery }) {
  const { t } = useTexts();
  const { kind, outcome, record, position, messageId, attempt, duration, status } = delivery;
  const { reason, actor, nextTime, time } = delivery;
  const sent = wasSent(delivery);
  const term = (name: keyof Texts['delivery']['facts']) => t(`delivery.facts.${name}`);
  return (
    <>
      <DrawerSection>
        <div className="text-lg font-semibold">
          <OutcomeMark outcome={outcome} />
        </div>
        {outcome !== 'delivered' && (outcome !== 'failed' || isDue(delivery)) && (
          <p className="mt-0.5 text-xs text-ink-2">{t(`delivery.outcomeText.${outcome}`)}</p>
        )}
      </DrawerSection>
      <DrawerSection tight>
        <DefinitionList
          termWidth={88}
          items={[
            { term: term('record'), value: record && <RecordLink record={record} /> },
            { term: term('time'), value: <Time iso={time} /> },
            { term: term('kind'), value: t(`delivery.kind.${kind}`) },
            { term: term('answer'), value: sent && (status ?? t('delivery.noAnswer')) },
            { term: term('duration'), value: sent && t('delivery.ms', { count: duration, shown: number(duration) }) },
            { term: term('attempt'), value: sent && t('delivery.attempt', { count: attempt }) },
            { term: term('next'), value: nextTime && <Time iso={nextTime} /> },
            { term: term('error'), value: furtherError(delivery) },
            { term: term('reason'), value: reason },
            { term: term('actor'), value: actor },
            { term: term('position'), value: position && <Bare>{position}</Bare> },
            { term: term('messageId'), value: <Bare>{messageId}</Bare> },
          ]}
        />
      </DrawerSection>
    </>
  );
}

/** The record that was delivered, as the way to it where the reader may go there. */
function RecordLink({ record }: { record: NonNullable<Delivery['record']> }) {
  const { t } = useTexts();
  const { can } = useSession();
  const { entity, recordId, code, action, version } = record;
  const name = (
    <>
      {t(`entity.${entity}.one`)} {code ? <Code small>{code}</Code> : <Bare>#{recordId}</Bare>}
    </>
  );
  const there = can(`${entity}:read`) && action !== 'delete';
  return (
    <>
      <Icon name={iconOf(entity)} size={14} className="text-ink-3" />
      {there ? (
        <Link {...recordLink(entity, recordId)} className={`flex items-center gap-1.5 ${linkClass}`}>
          {name}
        </Link>
      ) : (
        <span className="flex items-center gap-1.5 text-ink-2">{name}</span>
      )}
      <span className="text-ink-2">{t(`act.${action}`)}</span>
      <span className="font-mono text-xs text-ink-3">v{version}</span>
    </>
  );
}
