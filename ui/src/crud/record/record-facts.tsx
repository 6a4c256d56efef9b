import type { EntityUi } from '#crud/define-entity.ts';
import { editableFields } from '#crud/form/state/form-definition.ts';
import { Time } from '#crud/text/time.tsx';
import { pointerLabel, valueText } from '#crud/text/value-text.ts';
import { languageName } from '#i18n/display-name.ts';
import { useTexts } from '#i18n/i18n.ts';
import { type Definition, DefinitionList } from '#kit/display/definition-list.tsx';
import { DrawerSection } from '#kit/layers/drawer.tsx';
import { FieldValue } from './history/field-value.tsx';
import { ReferringRecords } from './referring-records.tsx';
import type { RecordDetails } from './use-record.ts';

const excludedFields = new Set(['code', 'name', 'locales']);
// the longest field label fits on one line
const TERM_WIDTH_PX = 112;

interface RecordProps {
  entity: EntityUi;
  record: RecordDetails['record'];
}

/** The fields of a record except its code and names. */
export function FieldList({ entity, record }: RecordProps) {
  const fields: Definition[] = Object.entries(editableFields(record))
    .filter(([name]) => !excludedFields.has(name))
    .map(([name, value]) => ({
      term: pointerLabel(`/${name}`),
      value: <FieldValue schema={entity.schema} pointer={`/${name}`} value={value} />,
    }));
  return <DefinitionList termWidth={TERM_WIDTH_PX} items={fields} />;
}

/** A record's own name, and its names in other languages. */
export function NameList({ entity, record }: RecordProps) {
  const { language } = useTexts();
  const names: Definition[] = Object.entries(record.locales ?? {}).map(([tag, locale]) => ({
    term: languageName(tag, language),
    value: <bdi lang={tag}>{valueText(entity.schema, `/locales/${tag}`, locale)}</bdi>,
  }));
  return (
    <DefinitionList
      termWidth={TERM_WIDTH_PX}
      items={[{ term: pointerLabel('/name'), value: <bdi>{record.name}</bdi> }, ...names]}
    />
  );
}

/** The sections of a record's card: its fields, its names in other languages, its authors and its references. */
export function RecordFacts({ entity, data: { record, references } }: { entity: EntityUi; data: RecordDetails }) {
  const { t } = useTexts();
  return (
    <>
      <DrawerSection dense>
        <FieldList entity={entity} record={record} />
      </DrawerSection>
      {record.name !== undefined && (
        <DrawerSection dense>
          <NameList entity={entity} record={record} />
        </DrawerSection>
      )}
      <DrawerSection dense>
        <DefinitionList
          termWidth={TERM_WIDTH_PX}
          items={[
            {
              term: pointerLabel('/createTime'),
              value: <TimeAndActor iso={record.createTime} by={record.createdBy} />,
            },
            {
              term: pointerLabel('/updateTime'),
              value: <TimeAndActor iso={record.updateTime} by={record.updatedBy} />,
            },
            { term: pointerLabel('/version'), value: <span className="font-mono text-xs">v{record.version}</span> },
            {
              term: t('record.references'),
              value: <ReferringRecords entity={entity.key} code={record.code} references={references} />,
            },
          ]}
        />
      </DrawerSection>
    </>
  );
}

const TimeAndActor = ({ iso, by }: { iso: string; by: string }) => (
  <span>
    <Time iso={iso} /> <span className="text-ink-3">{by}</span>
  </span>
);
