import { useNavigate } from '@tanstack/react-router';
import type { Schemas } from '#api/facts.gen.ts';
import { pointerText } from '#crud/value-text.ts';
import { number } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/button.tsx';
import { Icon } from '#kit/icon.tsx';
import { ReviewLine } from './review-line.tsx';
import { useRefusal } from './use-refusal.ts';

interface Props {
  rowKey: string;
  item: Schemas['ImportReview'];
  isGone: boolean;
}

/** All that an import brought in; it is decided on as a whole, on the import's page. */
export function ImportRow({ rowKey, item, isGone }: Props) {
  const { t } = useTexts();
  const navigate = useNavigate();
  const refused = useRefusal(item);
  const place = { to: '/imports/$id', params: { id: String(item.id) } } as const;
  const counts = [
    item.created > 0 && t('home.importCreated', { n: number(item.created) }),
    item.proposed > 0 && t('home.importProposed', { n: number(item.proposed) }),
  ].filter((text) => text !== false);
  const what = t('home.import', { counts: counts.join(t('common.separator')) });
  return (
    <ReviewLine
      rowKey={rowKey}
      ended={isGone ? t('home.gone') : undefined}
      sign={<Icon name="upload" label={t('menu.import')} className="text-ink-3" />}
      name={item.filename}
      place={place}
      by={item.by}
      time={item.time}
      actions={
        <Button size="sm" variant="primary" refused={refused} onClick={() => void navigate(place)}>
          {t('home.decide')}
        </Button>
      }
    >
      <span className="flex-none">{t('home.ready', { n: number(item.ready) })}</span>
      {item.missing.length > 0 && (
        <span className="flex max-w-3/5 flex-none items-center gap-1 text-warn-ink">
          <Icon name="warning" size={14} />
          <span className="cut">
            {item.missing
              .map(({ pointer, count }) => t('home.lacking', { field: pointerText(pointer), n: number(count) }))
              .join(t('common.separator'))}
          </span>
        </span>
      )}
      <span className="cut">{t('home.whatOf', { kind: t(`entity.${item.entity}.one`), what })}</span>
    </ReviewLine>
  );
}
