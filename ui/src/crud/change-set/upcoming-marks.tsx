import { Link } from '@tanstack/react-router';
import type { EntityKey } from '#api/metadata.gen.ts';
import { type EntityUi, entityUi } from '#crud/define-entity.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Icon } from '#kit/buttons/icon.tsx';
import { cx } from '#kit/cx.ts';
import {
  inOrderOfCertainty,
  isInReview,
  shortWhenText,
  type UpcomingChange,
  upcomingText,
  upcomingValueText,
} from './upcoming-text.ts';

interface ChangesProps {
  entity: EntityUi;
  upcoming: readonly UpcomingChange[];
}

/** What is approved stands out from what waits for its approval. */
const toneOf = (change: UpcomingChange) => (isInReview(change) ? 'text-ink-2' : 'text-info-ink');

/** Says in a row what the next change set will do to its record, an approved one first: 4 月 6 日起：ISL. */
export function UpcomingText({ entity, upcoming }: ChangesProps) {
  const { t, language } = useTexts();
  const changes = inOrderOfCertainty(upcoming);
  const [next] = changes;
  if (!next) return null;
  const texts = changes.map((change) => upcomingText(change, { entity, t, language }));
  return (
    <span title={texts.join('\n')} className={toneOf(next)}>
      {texts[0]}
    </span>
  );
}

/** Marks a record that a change set will change, where a row has no place for the text. */
export function UpcomingIcon({ entity, upcoming }: ChangesProps) {
  const { t, language } = useTexts();
  const changes = inOrderOfCertainty(upcoming);
  const [next] = changes;
  if (!next) return null;
  const text = changes.map((change) => upcomingText(change, { entity, t, language })).join('\n');
  return (
    <span title={text} className={toneOf(next)}>
      <Icon name="calendar" size={14} label={text} />
    </span>
  );
}

interface FieldProps {
  entity: EntityKey;
  pointer: string;
  upcoming: readonly UpcomingChange[];
}

/** Says beside the label of a field what its value will be, and leads to the change set. */
export function UpcomingValue({ entity: key, pointer, upcoming }: FieldProps) {
  const { t, language } = useTexts();
  const entity = entityUi(key);
  const change = inOrderOfCertainty(upcoming).find(({ changes }) => changes.includes(pointer));
  if (!change || !entity) return null;
  const text = upcomingValueText(change, pointer, { entity, t, language });
  return (
    <Link
      to="/change-sets/$id"
      params={{ id: String(change.changeSet.id) }}
      title={text}
      // Tab goes from field to field
      tabIndex={-1}
      className={cx('min-w-0 truncate rounded-xs hover:underline', toneOf(change))}
    >
      <span className="hidden @min-[15rem]:inline">{text}</span>
      <span className="flex items-center gap-0.5 @min-[15rem]:hidden">
        <Icon name="calendar" size={14} className="flex-none" />
        <span className="truncate">{shortWhenText(change, { t, language })}</span>
      </span>
    </Link>
  );
}
