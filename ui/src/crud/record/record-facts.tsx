import { Time } from '#crud/time.tsx';
import { pointerText, valueText } from '#crud/value-text.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Code } from '#kit/chip.tsx';
import { type Definition, DefinitionList } from '#kit/definition-list.tsx';
import { DrawerSection } from '#kit/drawer.tsx';
import { toValues } from './form-values.ts';
import type { WholeRecord } from './use-record.ts';

const elsewhere = new Set(['code', 'name', 'locales']);

/** A record's fields in words, its names in further languages, who and when, and what refers to it. */
export function RecordFacts({ data: { record, references } }: { data: WholeRecord }) {
  const { t } = useTexts();
  const fields: Definition[] = Object.entries(toValues(record))
    .filter(([name]) => !elsewhere.has(name))
    .map(([name, value]) => ({ term: pointerText(`/${name}`), value: <Value field={name} value={value} /> }));
  const names: Definition[] = Object.entries(record.locales).map(([tag, locale]) => ({
    term: tag,
    value: <span lang={tag}>{valueText('locales', locale)}</span>,
  }));
  return (
    <>
      <DrawerSection tight>
        <DefinitionList items={fields} />
      </DrawerSection>
      <DrawerSection tight>
        <DefinitionList items={[{ term: pointerText('/name'), value: record.name }, ...names]} />
      </DrawerSection>
      <DrawerSection tight>
        <DefinitionList
          items={[
            { term: pointerText('/createTime'), value: <When iso={record.createTime} by={record.createdBy} /> },
            { term: pointerText('/updateTime'), value: <When iso={record.updateTime} by={record.updatedBy} /> },
            { term: pointerText('/version'), value: <span className="font-mono text-xs">v{record.version}</span> },
            { term: t('record.references'), value: references.total || t('record.noReferences') },
          ]}
        />
      </DrawerSection>
    </>
  );
}

function Value({ field, value }: { field: string; value: unknown }) {
  const text = valueText(field, value);
  if (text === '') return <span className="text-ink-3">—</span>;
  const isCode = typeof value === 'string' && /^[A-Z0-9]{2,4}$/.test(value);
  if (!isCode) return text;
  return (
    <span className="flex items-center gap-1.5">
      {text !== value && text}
      <Code small>{value}</Code>
    </span>
  );
}

const When = ({ iso, by }: { iso: string; by: string }) => (
  <span>
    <Time iso={iso} /> <span className="text-ink-3">{by}</span>
  </span>
);
