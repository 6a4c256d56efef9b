import { Link } from '@tanstack/react-router';
import { type EntityKey, routes, type Schemas } from '#api/metadata.gen.ts';
import { entityIcon } from '#crud/define-entity.ts';
import { useRead } from '#crud/read/use-read.ts';
import { number } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Icon } from '#kit/buttons/icon.tsx';
import { linkClass } from '#kit/buttons/link-button.tsx';
import { DrawerSection } from '#kit/layers/drawer.tsx';
import { useSession } from '#session/use-session.ts';
import { StateMark } from '#sync/subscribers/status-marks.tsx';
import { type Subscriber, sortByGroup } from './subscriber.ts';
import { getLanes } from './subscribers-calls.ts';

/** Lists the entities of a subscriber, with the state of each lane for users who may see it. */
export function SubscriberEntities({ subscriber: { id, entities } }: { subscriber: Subscriber }) {
  const { t } = useTexts();
  const { can } = useSession();
  const canSeeLanes = can('sync_status:read');
  const { data: lanes } = useRead({
    queryKey: ['lanes', id],
    queryFn: ({ signal }) => getLanes(id, signal),
    enabled: canSeeLanes,
  });
  return (
    <DrawerSection>
      <div className="mb-1 flex items-center text-xs pointer-coarse:mb-3">
        <h2 className="font-medium text-ink-3">{t('subscriber.byKind')}</h2>
        {canSeeLanes && (
          <Link to={routes.sync_status} className={`ml-auto ${linkClass}`}>
            {t('subscriber.syncStatus')}
          </Link>
        )}
      </div>
      <ul className="grid grid-cols-2 gap-x-4 max-sm:grid-cols-1">
        {sortByGroup(entities).map((entity) => (
          <EntityLine key={entity} id={id} entity={entity} lane={lanes?.find((lane) => lane.entity === entity)} />
        ))}
      </ul>
    </DrawerSection>
  );
}

interface EntityLineProps {
  id: number;
  entity: EntityKey;
  lane: Schemas['SyncLane'] | undefined;
}

function EntityLine({ id, entity, lane }: EntityLineProps) {
  const { t } = useTexts();
  const name = t(`entity.${entity}.many`);
  const isUpToDate = lane?.state === 'healthy' && lane.backlog === 0;
  return (
    <li className="flex min-h-7 min-w-0 items-center gap-1.5 text-xs pointer-coarse:min-h-11">
      <Icon name={entityIcon(entity)} size={14} className="text-ink-3" />
      {lane ? (
        <Link
          to={routes.sync_status}
          search={{ subscriber: id, kind: entity }}
          className="touch-padding min-w-0 truncate rounded-xs text-sm hover:underline"
        >
          {name}
        </Link>
      ) : (
        <span className="min-w-0 truncate text-sm">{name}</span>
      )}
      {lane && (
        <span className={`ml-auto flex flex-none items-center gap-1.5 ${isUpToDate ? 'text-ink-3' : ''}`}>
          {lane.backlog > 0 && <span className="font-mono text-ink-2">{number(lane.backlog)}</span>}
          <StateMark state={lane.state} />
        </span>
      )}
    </li>
  );
}
