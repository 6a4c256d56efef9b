import { useNavigate } from '@tanstack/react-router';
import type { Schemas } from '#api/metadata.gen.ts';
import { Time } from '#crud/text/time.tsx';
import { pointerLabel } from '#crud/text/value-text.ts';
import { number } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/buttons/button.tsx';
import { Icon } from '#kit/buttons/icon.tsx';
import { Kbd } from '#kit/buttons/kbd.tsx';
import { DefinitionList } from '#kit/display/definition-list.tsx';
import { useShortcut } from '#kit/shortcuts.ts';
import { useDecisionBlocker } from '../home/review-row.tsx';

interface Props {
  item: Schemas['ImportReview'];
  onSkip: () => void;
}

/** An import in the queue: its counts, and the way to its page, where its records are decided on together. */
export function ReviewImport({ item, onSkip }: Props) {
  const { t } = useTexts();
  const navigate = useNavigate();
  const denialReason = useDecisionBlocker(item);
  const open = () => void navigate({ to: '/imports/$id', params: { id: String(item.id) } });
  useShortcut('o', 'openItem', open);
  const lacking = item.missing.map(({ pointer, count }) =>
    t('list.lacking', { field: pointerLabel(pointer), n: number(count) }),
  );
  return (
    <>
      <div className="min-h-0 flex-1 overflow-y-auto px-page py-4">
        <h2 className="flex items-center gap-2 text-lg font-semibold wrap-anywhere">
          <Icon name="upload" className="text-ink-3" />
          {item.filename}
        </h2>
        <p className="mb-3 text-xs text-ink-3">
          {t(`entity.${item.entity}.many`)} · {item.by} <Time iso={item.time} />
        </p>
        <section className="rounded-md border border-line bg-panel px-4 py-2">
          <DefinitionList
            termWidth={112}
            items={[
              { term: t('review.created'), value: number(item.created) },
              { term: t('review.proposed'), value: number(item.proposed) },
              { term: t('review.ready'), value: number(item.ready) },
              { term: t('review.lacking'), value: lacking.join(t('common.separator')) },
            ]}
          />
        </section>
        {denialReason && <p className="mt-3 text-xs text-ink-3">{denialReason}</p>}
      </div>
      <footer className="flex h-14 flex-none items-center justify-end gap-2 border-t border-line-strong bg-panel px-page">
        <Button variant="ghost" onClick={onSkip}>
          {t('review.skip')} <Kbd>S</Kbd>
        </Button>
        <Button variant="primary" onClick={open}>
          {t('review.openImport')} <Kbd tone="accent">O</Kbd>
        </Button>
      </footer>
    </>
  );
}
