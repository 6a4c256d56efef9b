import type { Change } from '#crud/resource.ts';
import { pointerText } from '#crud/value-text.ts';
import { useTexts } from '#i18n/i18n.ts';
import { fieldChanges } from './field-changes.ts';

const named = 3;
const withFields = new Set<Change['action']>(['update', 'restore', 'reference']);

/** editor 修改大洲、货币: who did what, in one line. */
export function useActText(): (change: Change) => string {
  const { t } = useTexts();
  return (change) => {
    const { actor, proposer, action, before } = change;
    const who = proposer ? t('history.byProposer', { proposer, actor }) : actor;
    // a record that comes back as a whole is not told field by field
    const fields = before && withFields.has(action) ? fieldChanges(change) : [];
    const names = fields.slice(0, named).map(({ pointer }) => pointerText(pointer));
    const what = names.join(t('common.separator')) + (fields.length > named ? '…' : '');
    if (action === 'reference') return t('history.reference', { who, fields: what });
    return [who, t(`act.${action}`), what].filter(Boolean).join(' ');
  };
}
