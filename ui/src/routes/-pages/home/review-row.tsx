import { ruleText } from '#api/texts.ts';
import { useWorkingSet } from '#crud/change-set/working-set.ts';
import { recordLink } from '#crud/define-entity.ts';
import { recordName } from '#crud/text/record-names.ts';
import { pointerLabel } from '#crud/text/value-text.ts';
import { ChangedValues } from '#data-logs/changed-values.tsx';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/buttons/button.tsx';
import { Icon } from '#kit/buttons/icon.tsx';
import { cx } from '#kit/cx.ts';
import { Code } from '#kit/display/code.tsx';
import { useSession } from '#session/use-session.ts';
import { ReviewLine } from './review-line.tsx';
import type { RecordToReview, ReviewItem, RowState } from './review-rows.ts';
import type { DecisionChoice } from './use-immediate-decision.ts';

interface Props {
  rowKey: string;
  item: RecordToReview;
  state: RowState;
  /** the user's own decision, made a moment ago */
  decided: DecisionChoice | undefined;
  busy: boolean;
  /** Shows the current content of a changed row. */
  onShow: () => void;
  onApprove: () => void;
  onReject: () => void;
}

/** A record or a proposal with buttons to decide. */
export function ReviewRow({ rowKey, item, state, decided, busy, onShow, onApprove, onReject }: Props) {
  const { t, language } = useTexts();
  const disabledReason = useDecisionBlocker(item);
  const fields = [...new Set(item.changes.map(pointerLabel))].join(t('common.separator'));
  const whatOf = (what: string) => t('home.whatOf', { kind: t(`entity.${item.entity}.one`), what });
  const ended = decided
    ? t(decided === 'approve' ? 'home.nowApproved' : 'home.nowRejected')
    : state === 'gone'
      ? t('home.gone')
      : undefined;
  return (
    <ReviewLine
      rowKey={rowKey}
      outcomeText={ended}
      leadingContent={item.code !== null && <Code>{item.code}</Code>}
      name={recordName(item, language)}
      link={recordLink(item.entity, item.id)}
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
            <Button size="sm" disabledReason={disabledReason} onClick={onReject}>
              {t('home.reject')}
            </Button>
            <Button size="sm" icon="check" busy={busy} disabledReason={disabledReason} onClick={onApprove}>
              {t('event.approve')}
            </Button>
          </>
        )
      }
    >
      <span className={cx('min-w-0 truncate', item.values.length > 0 && 'max-sm:hidden')}>
        {whatOf(t(`history.what.${item.action}`, { fields }))}
      </span>
      {item.values.length > 0 && (
        <span className="w-full sm:hidden">
          {whatOf(t(`act.${item.action}`))}
          <span className="block text-ink">
            <ChangedValues entry={item} />
          </span>
        </span>
      )}
      {state === 'changed' && <span className="flex-none font-medium text-warn-ink">{t('home.nowChanged')}</span>}
      <ApprovalIssues item={item} />
    </ReviewLine>
  );
}

/** The fields that an approval requires, and warnings. */
function ApprovalIssues({ item: { missing, warnings } }: { item: RecordToReview }) {
  const { t, language } = useTexts();
  const between = t('common.separator');
  const warningTexts = warnings.map(({ pointer, rule }) => `${pointerLabel(pointer)} ${ruleText(rule, language)}`);
  const texts = [
    missing.length > 0 && t('home.missing', { fields: missing.map(pointerLabel).join(between) }),
    warningTexts.length > 0 && t('home.odd', { what: warningTexts.join(between) }),
  ].filter((text) => text !== false);
  if (texts.length === 0) return null;
  const text = texts.join(' · ');
  return (
    // above the link that covers the row, so that its tooltip works
    <span title={text} className="relative flex min-w-0 flex-1 items-center gap-1 text-warn-ink">
      <Icon name="warning" size={14} />
      <span className="min-w-0 truncate">{text}</span>
    </span>
  );
}

/** Returns why the user may not decide, or false if they may. */
export function useDecisionBlocker({ entity, ownWork }: ReviewItem): string | false {
  const { t } = useTexts();
  const { denialReason } = useSession();
  const set = useWorkingSet();
  // a decision is none of the changes that a set holds
  return (
    (set !== null && t('workingSet.notInSet')) || denialReason(`${entity}:review`) || (ownWork && t('record.ownWork'))
  );
}
