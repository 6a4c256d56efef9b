import type { EntityUi } from '#crud/define-entity.ts';
import { recordTitle } from '#crud/text/record-names.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Code } from '#kit/display/chip.tsx';
import type { RecordData } from './state/merge.ts';

interface Props {
  entity: EntityUi;
  id: number | null;
  record?: RecordData | null;
}

/** The title of a form: its action and the record's code and name. */
export function FormTitle({ entity, id, record }: Props) {
  const { t, language } = useTexts();
  return (
    <span className="flex items-center gap-2">
      {t(id === null ? `entity.${entity.key}.create` : `entity.${entity.key}.edit`)}
      {typeof record?.code === 'string' && <Code small>{record.code}</Code>}
      {record && <span className="min-w-0 truncate text-ink-2">{recordTitle(entity.key, record, language)}</span>}
    </span>
  );
}
