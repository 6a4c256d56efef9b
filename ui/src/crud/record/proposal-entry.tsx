import { useState } from 'react';
import type { EntityUi } from '#crud/define-entity.ts';
import { useFormWays } from '#crud/form-place.ts';
import { reasonText } from '#crud/reason-text.ts';
import type { Proposal } from '#crud/resource.ts';
import { Time } from '#crud/time.tsx';
import { pointerText } from '#crud/value-text.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/button.tsx';
import { Icon } from '#kit/icon.tsx';
import { Tag } from '#kit/tag.tsx';
import { useSession } from '#session/use-session.ts';
import { ChangeList } from './change-list.tsx';
import { proposedChanges } from './field-changes.ts';

interface Props {
  entity: EntityUi;
  id: number;
  proposal: Proposal;
}

/** A proposal that was rejected or withdrawn: no version, but a part of the history; its author can begin from it again. */
export function ProposalEntry({ entity, id, proposal }: Props) {
  const { t } = useTexts();
  const { user, refuse } = useSession();
  const ways = useFormWays(entity);
  const [open, setOpen] = useState(false);
  const { action, by, base, changes, decision } = proposal;
  if (!decision) return null;
  const fields = [...new Set(changes.map(pointerText))].join(t('common.separator'));
  const what = action === 'update' ? t('home.what.update', { fields }) : t(`home.what.${action}`);
  const isRejected = decision.outcome === 'rejected';
  return (
    <li className="border-b border-line">
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="flex min-h-10 w-full items-center gap-2 px-4 py-1.5 text-left hover:bg-hover"
      >
        <Icon name={open ? 'chevron-down' : 'chevron-right'} size={14} className="text-ink-3" />
        <Icon name="branch" size={14} className="w-7 flex-none text-ink-3" />
        <span className={open ? 'min-w-0' : 'cut'}>{t('rejection.proposed', { by, what })}</span>
        <Tag tone={isRejected ? 'bad' : undefined}>{t(isRejected ? 'rejection.rejected' : 'rejection.withdrawn')}</Tag>
        <span className="ml-auto flex-none text-xs text-ink-3">
          <Time iso={decision.time} />
        </span>
      </button>
      {open && (
        <div className="px-4 pb-3 pl-10">
          <p className="mb-1 text-xs text-ink-3">
            {t('proposal.by', { by })} <Time iso={proposal.time} /> ·{' '}
            {t(isRejected ? 'rejection.by' : 'rejection.withdrawnBy', { by: decision.by })} <Time iso={decision.time} />
          </p>
          {decision.reason && <p className="mb-1">{`${t('form.reason')}: ${reasonText(decision.reason)}`}</p>}
          {action !== 'delete' && (
            <ChangeList
              schema={entity.schema}
              changes={proposedChanges(proposal, base ?? {})}
              before={t('conflict.base')}
              after={t('proposal.proposed')}
            />
          )}
          {action !== 'delete' && by === user?.username && (
            <div className="mt-2 flex justify-end">
              <Button
                size="sm"
                icon="edit"
                refused={refuse(`${entity.key}:update`)}
                {...ways.ahead}
                onClick={() => ways.edit(id, proposal.id)}
              >
                {t('rejection.again')}
              </Button>
            </div>
          )}
        </div>
      )}
    </li>
  );
}
