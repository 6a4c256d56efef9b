import { useState } from 'react';
import type { Problem } from '#api/problem.ts';
import { number } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { type Import, reviewPermission, soundOf, unsoundOf } from '#imports/import.ts';
import { Button } from '#kit/button.tsx';
import { Dialog } from '#kit/dialog.tsx';
import { Note } from '#kit/note.tsx';
import { useSession } from '#session/use-session.ts';
import { RadioChoice } from './radio-choice.tsx';

interface Props {
  found: Import;
  busy: boolean;
  problem: Problem | null;
  onClose: () => void;
  onApply: (rows: 'all' | 'sound', status: 'pending' | 'active') => void;
}

/** Says what will be written, and asks which rows and in which status. */
export function ApplyDialog({ found, busy, problem, onClose, onApply }: Props) {
  const { t } = useTexts();
  const { refuse } = useSession();
  const { counts, entity, review } = found;
  const sound = soundOf(counts);
  const unsound = unsoundOf(counts);
  const [rows, takeRows] = useState<'all' | 'sound'>(unsound > 0 ? 'sound' : 'all');
  const [status, takeStatus] = useState<'pending' | 'active'>('pending');
  const incomplete = counts?.incomplete ?? 0;
  const many = t(`entity.${entity}.many`);
  return (
    <Dialog
      open
      onClose={onClose}
      width={480}
      title={t('imports.apply.title', { count: sound, n: number(sound) })}
      description={t('imports.apply.text', {
        many,
        created: number(counts?.new ?? 0),
        updated: number(counts?.changed ?? 0),
      })}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button variant="primary" busy={busy} onClick={() => onApply(rows, status)}>
            {t('imports.apply.confirm', { n: number(sound) })}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {unsound > 0 && (
          <RadioChoice
            legend={t('imports.apply.rows')}
            value={rows}
            onChange={takeRows}
            choices={[
              {
                value: 'sound',
                label: t('imports.apply.sound', { n: number(sound) }),
                text: t('imports.apply.soundText', { n: number(unsound) }),
              },
              {
                value: 'all',
                label: t('imports.apply.all'),
                refused: t('imports.apply.allRefused', { n: number(unsound) }),
              },
            ]}
          />
        )}
        {(counts?.new ?? 0) > 0 && (
          <RadioChoice
            legend={t('imports.apply.status')}
            value={status}
            onChange={takeStatus}
            choices={[
              {
                value: 'pending',
                label: t('imports.apply.pending'),
                text: incomplete > 0 ? t('imports.apply.incomplete', { n: number(incomplete) }) : undefined,
              },
              {
                value: 'active',
                label: t('imports.apply.active'),
                refused: review === 'none' ? refuse(reviewPermission(entity)) : t('imports.apply.activeRefused'),
              },
            ]}
          />
        )}
        {(counts?.changed ?? 0) > 0 && review === 'second-person' && (
          <p className="text-xs text-ink-3">{t('imports.apply.proposes')}</p>
        )}
        {problem && (
          <Note tone="bad" live>
            {problem.fields[0]?.message ?? problem.message}
          </Note>
        )}
      </div>
    </Dialog>
  );
}
