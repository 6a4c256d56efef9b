import type { Schemas } from '#api/facts.gen.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Icon } from '#kit/icon.tsx';

/** A change waits beside this record. */
export function ProposalMarkIcon({ mark }: { mark: Schemas['ProposalMark'] | undefined }) {
  const { t } = useTexts();
  if (!mark) return null;
  const text = t('list.proposalOpen', { by: mark.by });
  return (
    <span title={text} className="text-warn-ink">
      <Icon name="branch" size={14} label={text} />
    </span>
  );
}
