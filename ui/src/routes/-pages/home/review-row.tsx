import { ruleText } from '#api/texts.ts';
import { recordLink } from '#crud/define-entity.ts';
import { recordName } from '#crud/record-names.ts';
import { pointerText } from '#crud/value-text.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/buttons/button.tsx';
import { Icon } from '#kit/buttons/icon.tsx';
import { Code } from '#kit/display/chip.tsx';
import { useSession } from '#session/use-session.ts';
import { ReviewLine } from './review-line.tsx';
import type { RecordReview, ReviewItem, RowState } from './review-rows.ts';
import type { Choice } from './use-decision.ts';

interface Props {
  rowKey: string;
  item: RecordReview;
  state: RowState;
  /** By this person, a moment ago. */
  decided: Choice | undefined;
  busy: boolean;
  /** Shows what has become of it. */
  onShow: () => void;
  onApprove: () => void;
  onReject: () => void;
}

/** A record or a proposal, decided on right here. */
export function ReviewRow({ rowKey, item, state, decided, busy, onShow, onApprove, onReject }: Props) {
  const { t, language } = useTexts();
  const disabledReason = useRefusal(item);
  const fields = [...new Set(item.changes.map(pointerText))].join(t('common.separator'));
  const ended = decided
    ? t(decided === 'approve' ? 'home.nowApproved' : 'home.nowRejected')
    : state === 'gone'
      ? t('home.gone')
      : undefined;
  return (
    <ReviewLine
      rowKey={rowKey}
      ended={ended}
      sign={item.code !== null && <Code>{item.code}</Code>}
      name={recordName(item, language)}
      place={recordLink(item.entity, item.id)}
      by={item.by}
      time={item.time}
      busy={busy}
      actions={
        state === 'changed' ? (
          <Button size="sm" onClick={onShow}>
            {t('home.showChange')}
          </Button>
        ) : (
          <>
            {!disabledReason && (
              <Button size="sm" onClick={onReject}>
                {t('home.reject')}
              </Button>
            )}
            <Button size="sm" variant="primary" busy={busy} disabledReason={disabledReason} onClick={onApprove}>
              {t('event.approve')}
            </Button>
          </>
        )
      }
    >
      <span className="min-w-0 truncate">
        {t('home.whatOf', {
          kind: t(`entity.${item.entity}.one`),
          what: t(`home.what.${item.action}`, { fields }),
        })}
      </span>
      {state === 'changed' && <span className="flex-none font-medium text-warn-ink">{t('home.nowChanged')}</span>}
      <Open item={item} />
    </ReviewLine>
  );
}

/** What approval will ask for, and what is odd about it. */
function Open({ item: { missing, warnings } }: { item: RecordReview }) {
  const { t, language } = useTexts();
  const between = t('common.separator');
  const odd = warnings.map(({ pointer, rule }) => `${pointerText(pointer)} ${ruleText(rule, language)}`);
  const texts = [
    missing.length > 0 && t('home.missing', { fields: missing.map(pointerText).join(between) }),
    odd.length > 0 && t('home.odd', { what: odd.join(between) }),
  ].filter((text) => text !== false);
  if (texts.length === 0) return null;
  const text = texts.join(' · ');
  return (
    // over the link that fills the row, so that the whole text can be read
    <span title={text} className="relative flex min-w-0 flex-1 items-center gap-1 text-warn-ink">
      <Icon name="warning" size={14} />
      <span className="min-w-0 truncate">{text}</span>
    </span>
  );
}

/** Why the person may not decide on it; false where they may. */
export function useRefusal({ entity, ownWork }: ReviewItem): string | false {
  const { t } = useTexts();
  const { denialReason } = useSession();
  return denialReason(`${entity}:review`) || (ownWork && t('record.ownWork'));
}
