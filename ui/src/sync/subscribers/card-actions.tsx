import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/button.tsx';
import { Menu } from '#kit/menu.tsx';
import type { Subscriber } from './subscriber.ts';
import type { Asked } from './subscriber-act-dialog.tsx';
import { useSubscriberActs } from './use-subscriber-acts.ts';

interface Props {
  subscriber: Subscriber;
  onAsk: (asked: Asked) => void;
  onEdit: () => void;
}

/** What can be done with a subscriber: pausing and editing in view, deleting in the menu. */
export function CardActions({ subscriber, onAsk, onEdit }: Props) {
  const { t } = useTexts();
  const { refused, editRefused, switchOf } = useSubscriberActs();
  const turn = switchOf(subscriber);
  // what brings its changes back is what one comes for
  const leads = subscriber.offReason !== null;
  return (
    <div className="flex gap-2">
      <Menu
        align="start"
        trigger={<Button icon="more" iconOnly aria-label={t('common.more')} />}
        items={[
          {
            id: 'delete',
            icon: 'trash',
            tone: 'bad',
            label: `${t('common.delete')}…`,
            refused: refused('delete'),
            onSelect: () => onAsk({ act: 'delete', subscriber }),
          },
        ]}
      />
      <div className="flex flex-1 gap-2 *:flex-1">
        <Button
          icon={turn === 'pause' ? 'pause' : 'play'}
          variant={leads ? 'primary' : 'secondary'}
          refused={refused(turn)}
          onClick={() => onAsk({ act: turn, subscriber })}
        >
          {`${t(`subscriber.${turn}`)}…`}
        </Button>
        <Button icon="edit" variant={leads ? 'secondary' : 'primary'} refused={editRefused} onClick={onEdit}>
          {t('common.edit')}
        </Button>
      </div>
    </div>
  );
}
