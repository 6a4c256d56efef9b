import { useState } from 'react';
import type { EntityUi } from '#crud/define-entity.ts';
import { reasonText } from '#crud/reason-text.ts';
import type { Change } from '#crud/resource.ts';
import { Time } from '#crud/time.tsx';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/button.tsx';
import { Bare } from '#kit/chip.tsx';
import { Icon } from '#kit/icon.tsx';
import { Tag } from '#kit/tag.tsx';
import { useSession } from '#session/use-session.ts';
import { useActText } from './act-text.ts';
import { ChangedFields } from './changed-fields.tsx';

interface Props {
  entity: EntityUi;
  change: Change;
  /** The record is as this change left it. */
  current: boolean;
  opened: boolean;
  onRestore: () => void;
}

export function HistoryEntry({ entity, change, current, opened, onRestore }: Props) {
  const { t } = useTexts();
  const { refuse } = useSession();
  const act = useActText();
  const [open, setOpen] = useState(opened);
  const update = `${entity.key}:update`;
  return (
    <li className="border-b border-line">
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="flex min-h-10 w-full items-center gap-2 px-4 py-1.5 text-left hover:bg-hover"
      >
        <Icon name={open ? 'chevron-down' : 'chevron-right'} size={14} className="text-ink-3" />
        <Bare className="w-7 flex-none">v{change.version}</Bare>
        <span className={open ? 'min-w-0' : 'cut'}>{act(change)}</span>
        {current && <Tag tone="info">{t('history.current')}</Tag>}
        <span className="ml-auto flex-none text-xs text-ink-3">
          <Time iso={change.time} />
        </span>
      </button>
      {open && (
        <div className="px-4 pb-3 pl-10">
          {change.reason && <p className="mb-1">{`${t('form.reason')}: ${reasonText(change.reason)}`}</p>}
          <ChangedFields schema={entity.schema} change={change} />
          {change.after && !current && (
            <div className="mt-2 flex justify-end">
              <Button size="sm" icon="restore" refused={refuse(update)} onClick={onRestore}>
                {t('history.restore')}
              </Button>
            </div>
          )}
        </div>
      )}
    </li>
  );
}
