import type { Entity } from '#api/facts.gen.ts';
import type { AnyRecord } from '#crud/define-entity.ts';
import { titleOf } from '#crud/names.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/button.tsx';
import { Code } from '#kit/chip.tsx';
import { Dialog } from '#kit/dialog.tsx';

export interface Refusal {
  id: number;
  record: AnyRecord | undefined;
  message: string;
}

interface Props {
  kind: Entity;
  refusals: readonly Refusal[];
  onClose: () => void;
}

/** Which of many were not done, each with its reason. */
export function BulkOutcomes({ kind, refusals, onClose }: Props) {
  const { t, language } = useTexts();
  return (
    <Dialog
      open={refusals.length > 0}
      onClose={onClose}
      width={480}
      icon="warning"
      title={t('list.bulkRefused', { count: refusals.length })}
      footer={<Button onClick={onClose}>{t('common.close')}</Button>}
    >
      <ul className="flex flex-col gap-2">
        {refusals.map(({ id, record, message }) => (
          <li key={id} className="flex items-center gap-2">
            {record?.code && <Code small>{record.code}</Code>}
            <span className="cut flex-1">{record && titleOf(kind, record, language)}</span>
            <span className="max-w-3/5 text-end text-bad-ink">{message}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
