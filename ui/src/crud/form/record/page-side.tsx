import type { Status } from '#api/metadata.gen.ts';
import { itemText, recordInSet, useWorkingItem } from '#crud/change-set/set-items.ts';
import { UpcomingBlocks } from '#crud/change-set/upcoming-blocks.tsx';
import type { EntityUi } from '#crud/define-entity.ts';
import { ChangeLines } from '#crud/record/history/recent-changes.tsx';
import { ProposalBlock } from '#crud/record/proposal-block.tsx';
import { RecordTransitions } from '#crud/record/record-transitions.tsx';
import { ReferringRecords } from '#crud/record/referring-records.tsx';
import { RejectionBlock } from '#crud/record/rejection-block.tsx';
import type { RecordDetails } from '#crud/record/use-record.ts';
import type { Change } from '#crud/resource.ts';
import { actorName } from '#crud/text/actor-name.ts';
import { Time } from '#crud/text/time.tsx';
import { TimeAndActor } from '#crud/text/time-and-actor.tsx';
import { pointerLabel } from '#crud/text/value-text.ts';
import { totalText } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { LinkButton } from '#kit/buttons/link-button.tsx';
import { DefinitionList } from '#kit/display/definition-list.tsx';
import { Panel } from '#kit/display/panel.tsx';
import { StatusTimeline } from '#kit/display/status-timeline.tsx';
import { useViewedDay } from '#session/viewed-day.ts';
import type { RecordForm } from './use-record-form.ts';

interface Props {
  form: RecordForm;
  data: RecordDetails;
  onHistory: () => void;
}

/** What will change on a date, and the proposal or rejection, at the top of the side column. */
export function PageProposal({ entity, data }: { entity: EntityUi; data: RecordDetails }) {
  const { openProposal, rejection, startsFromProposal, upcoming, record } = data;
  return (
    <>
      <UpcomingBlocks
        entity={entity}
        record={record}
        upcoming={upcoming}
        className="rounded-md border border-info-edge"
      />
      {openProposal && (
        <div className="overflow-hidden rounded-md border border-warn-edge bg-panel *:border-0">
          <ProposalBlock entity={entity} data={data} proposal={openProposal} />
        </div>
      )}
      {rejection && !openProposal && !startsFromProposal && (
        <div className="overflow-hidden rounded-md border border-bad-edge bg-panel *:border-0">
          <RejectionBlock entity={entity} data={data} rejection={rejection} />
        </div>
      )}
    </>
  );
}

/** The record's side column: its status timeline, authors, references and latest changes. */
export function PageSide({ form: { entity }, data, onHistory }: Props) {
  const { t } = useTexts();
  const { record, references, history, ownWork, upcoming } = data;
  const isNow = useViewedDay() === null;
  return (
    <>
      <Panel title={t('form.life')}>
        <RecordTimeline entity={entity} data={data} />
        <div className="mt-2 flex flex-wrap gap-2 *:flex-1">
          <RecordTransitions entity={entity} record={record} ownWork={ownWork} upcoming={upcoming} />
        </div>
      </Panel>
      <Panel title={t('form.record')} aside={<span className="font-mono text-xs text-ink-2">v{record.version}</span>}>
        <div className="-my-1.5">
          <DefinitionList
            items={[
              {
                term: pointerLabel('/createTime'),
                value: <TimeAndActor iso={record.createTime} by={record.createdBy} />,
              },
              {
                term: pointerLabel('/updateTime'),
                value: <TimeAndActor iso={record.updateTime} by={record.updatedBy} />,
              },
              // references are only known for the present
              ...(isNow
                ? [
                    {
                      term: t('record.references'),
                      value: <ReferringRecords entity={entity.key} code={record.code} references={references} />,
                    },
                  ]
                : []),
            ]}
          />
        </div>
      </Panel>
      {isNow && (
        <Panel
          title={t('history.title')}
          aside={
            <LinkButton onClick={onHistory}>{t('record.allVersions', { changes: totalText(history) })}</LinkButton>
          }
        >
          <div className="-my-1.5">
            <ChangeLines history={history} />
          </div>
        </Panel>
      )}
    </>
  );
}

function RecordTimeline({ entity, data: { record, history } }: { entity: EntityUi; data: RecordDetails }) {
  const { t } = useTexts();
  const item = useWorkingItem(entity.key, record.id);
  const shown = recordInSet(record, item);
  const isSetIn = (state: TimelineStop['state']) => state === 'now' && shown.status !== record.status;
  return (
    <StatusTimeline
      label={t('form.life')}
      stops={statusTimeline(shown.status, history.items).map(({ status, state, change }) => ({
        label: t(`status.${status}`),
        state,
        note:
          item && isSetIn(state)
            ? itemText(item, t)
            : change && t('history.by', { actor: actorName(change.actor), act: t(`act.${change.action}`) }),
        time: change && !isSetIn(state) && <Time iso={change.time} />,
      }))}
    />
  );
}

interface TimelineStop {
  status: Status;
  state: 'done' | 'now' | 'later';
  /** The last change that set this status, if it is in the loaded history. */
  change: Change | undefined;
}

const usualOrder: readonly Status[] = ['pending', 'approved', 'active', 'inactive'];
const rejectedOrder: readonly Status[] = ['pending', 'rejected'];

/** Returns the statuses that a record passes through, up to its current one and after; `changes` is newest first. */
export function statusTimeline(status: Status, changes: readonly Change[]): TimelineStop[] {
  const order = status === 'rejected' ? rejectedOrder : usualOrder;
  const currentIndex = order.indexOf(status);
  const findArrival = (stop: Status) =>
    changes.find(({ before, after }) => after?.status === stop && before?.status !== stop);
  return order.map((stop, index) => ({
    status: stop,
    state: index < currentIndex ? 'done' : index === currentIndex ? 'now' : 'later',
    change: index > currentIndex ? undefined : findArrival(stop),
  }));
}
