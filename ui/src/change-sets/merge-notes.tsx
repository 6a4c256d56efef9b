import { useTexts } from '#i18n/i18n.ts';
import { LinkButton } from '#kit/buttons/link-button.tsx';
import { Note } from '#kit/messages/note.tsx';
import { dateText } from './change-set.ts';
import type { SetField, useSetDraft } from './set-draft.ts';

interface Props {
  draft: ReturnType<typeof useSetDraft>;
  /** Called once a field has the other value, as the link that has the focus disappears. */
  onTaken: (field: SetField) => void;
}

/** What somebody else has saved while one edits a set: what the dialog has taken over, and what saving again would overwrite. */
export function MergeNotes({ draft: { base, merged, contested, takeTheirs }, onTaken }: Props) {
  const { t } = useTexts();
  if (!base || !merged) return null;
  const theirValue = (field: SetField): string =>
    field === 'effectiveOn' ? (dateText(base) ?? t('changeSets.effectiveAtOnce')) : (base[field] ?? t('history.empty'));
  const fields = merged.taken.map((field) => t(`changeSets.field.${field}`)).join(t('common.separator'));
  return (
    <>
      {(fields !== '' || merged.contested.length === 0) && (
        <Note tone="info" live>
          {fields ? t('changeSets.tookTheirs', { fields }) : t('changeSets.changedElsewhere')}
        </Note>
      )}
      {contested.map((field) => (
        <Note
          key={field}
          tone="warn"
          live
          action={
            <LinkButton
              onClick={() => {
                takeTheirs(field);
                onTaken(field);
              }}
            >
              {t('changeSets.takeTheirs')}
            </LinkButton>
          }
        >
          <span className="line-clamp-4 wrap-anywhere">
            {t('changeSets.changedMeanwhile', {
              name: t(`changeSets.field.${field}`),
              value: theirValue(field),
            })}
          </span>
        </Note>
      ))}
    </>
  );
}
