import type { AnyRecord, EntityUi } from '#crud/define-entity.ts';
import { useFormWays } from '#crud/form-place.ts';
import type { List } from '#crud/list/use-list.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/button.tsx';
import { useSession } from '#session/use-session.ts';
import { eventsOf, RecordTransitions } from './record-transitions.tsx';

interface Props {
  entity: EntityUi;
  record: AnyRecord;
  ownWork: boolean;
  list: List;
}

/** The card's action bar: one row, or a decision over the rest where its status allows two events. */
export function CardActions({ entity, record, ownWork, list: { set } }: Props) {
  const { t } = useTexts();
  const { refuse } = useSession();
  const update = `${entity.key}:update`;
  const ways = useFormWays(entity);
  const decision = eventsOf(record).length > 1;
  const history = (
    <Button icon="clock" onClick={() => set({ panel: 'history' })}>
      {t('history.title')}
    </Button>
  );
  return (
    <div className={decision ? 'grid grid-cols-2 gap-2' : 'flex gap-2 *:flex-1'}>
      {!decision && history}
      <RecordTransitions entity={entity} record={record} ownWork={ownWork} />
      {decision && history}
      <Button
        variant="primary"
        icon="edit"
        refused={refuse(update)}
        {...ways.ahead}
        onClick={() => ways.edit(record.id)}
      >
        {t('common.edit')}
      </Button>
    </div>
  );
}
