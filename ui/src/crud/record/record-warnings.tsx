import { ruleText } from '#api/texts.ts';
import type { AnyRecord, EntityUi, Values } from '#crud/define-entity.ts';
import { neededText } from '#crud/needed.ts';
import { pointerText } from '#crud/value-text.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Note } from '#kit/note.tsx';

/** What is odd about a record, and what it still lacks to be approved. */
export function RecordWarnings({ entity, record }: { entity: EntityUi; record: AnyRecord & Values }) {
  const { t, language } = useTexts();
  const needed = record.status === 'pending' ? neededText(entity, record) : undefined;
  if (!needed && record.warnings.length === 0) return null;
  return (
    <div className="flex flex-col gap-2 border-b border-line px-4 py-3">
      {needed && <Note tone="warn">{needed}</Note>}
      {record.warnings.map(({ pointer, rule }) => (
        <Note key={pointer + rule} tone="warn">
          {t('record.warning', { field: pointerText(pointer), rule: ruleText(rule, language) })}
        </Note>
      ))}
    </div>
  );
}
