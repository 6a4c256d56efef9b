import { Link } from '@tanstack/react-router';
import { ruleText } from '#api/texts.ts';
import { nameOf } from '#crud/names.ts';
import { Time } from '#crud/time.tsx';
import { pointerText } from '#crud/value-text.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/button.tsx';
import { Code } from '#kit/chip.tsx';
import { Icon } from '#kit/icon.tsx';
import { useSession } from '#session/use-session.ts';
import { recordPlace } from '../../-frame/entity-of.ts';
import type { ReviewItem } from './use-decision.ts';

interface Props {
  item: ReviewItem;
  busy: boolean;
  onApprove: () => void;
  onReject: () => void;
}

/** What waits; the decision lies over who and when, on hover and focus, and moves nothing. */
export function ReviewRow({ item, busy, onApprove, onReject }: Props) {
  const { t, language } = useTexts();
  const { refuse } = useSession();
  const permission = `${item.entity}:review`;
  const refused = refuse(permission) || (item.ownWork && t('record.ownWork'));
  const fields = [...new Set(item.changes.map(pointerText))].join(t('common.separator'));
  return (
    <li className="group relative flex h-10.25 items-center gap-2.5 border-line px-4 not-first:border-t focus-within:bg-hover hover:bg-hover">
      <span className="min-w-14 flex-none">{item.code !== null && <Code>{item.code}</Code>}</span>
      <span className="min-w-0 flex-1">
        <Link
          data-item
          {...recordPlace(item.entity, item.id)}
          className="cut block leading-4.5 font-medium -outline-offset-2 after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus"
        >
          {nameOf(item, language)}
        </Link>
        <span className="flex gap-2 text-xs text-ink-3">
          <span className="cut">
            {t('home.whatOf', {
              kind: t(`entity.${item.entity}.one`),
              what: t(`home.what.${item.action}`, { fields }),
            })}
          </span>
          <Open item={item} />
        </span>
      </span>
      <span className="flex-none text-end text-xs text-ink-3 group-focus-within:invisible group-hover:invisible">
        <span className="block">{item.by}</span>
        <Time iso={item.time} />
      </span>
      <span
        data-busy={busy || undefined}
        className="absolute right-4 flex gap-1 bg-hover pl-2 opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 data-busy:opacity-100"
      >
        {!refused && (
          <Button size="sm" onClick={onReject}>
            {t('home.reject')}
          </Button>
        )}
        <Button size="sm" variant="primary" busy={busy} refused={refused} onClick={onApprove}>
          {t('event.approve')}
        </Button>
      </span>
    </li>
  );
}

/** What approval will ask for, and what is odd about it. */
function Open({ item: { missing, warnings } }: { item: ReviewItem }) {
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
      <span className="cut">{text}</span>
    </span>
  );
}
