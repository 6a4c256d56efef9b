import { requiredToApprove } from '#api/facts.gen.ts';
import { ruleText } from '#api/texts.ts';
import type { AnyRecord, EntityUi, Values } from '#crud/define-entity.ts';
import { pointerText } from '#crud/value-text.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Note } from '#kit/note.tsx';

/** What is odd about a record, and what it still lacks to be approved. */
export function RecordWarnings({ entity, record }: { entity: EntityUi; record: AnyRecord & Values }) {
  const { t, language } = useTexts();
  const missing = requiredToApprove[entity.key].filter((name) => record[name] === null || record[name] === '');
  const lacks = record.status === 'pending' && missing.length > 0;
  if (!lacks && record.warnings.length === 0) return null;
  const fields = missing.map((name) => pointerText(`/${name}`)).join(t('common.separator'));
  return (
    <div className="flex flex-col gap-2 border-b border-line px-4 py-3">
      {lacks && <Note tone="warn">{t('record.neededForApproval', { fields })}</Note>}
      {record.warnings.map(({ pointer, rule }) => (
        <Note key={pointer + rule} tone="warn">
          {t('record.warning', { field: pointerText(pointer), rule: ruleText(rule, language) })}
        </Note>
      ))}
    </div>
  );
}
