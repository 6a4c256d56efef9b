import type { EntityUi } from '#crud/define-entity.ts';
import { editableFields } from '#crud/form/definition/form-definition.ts';
import { isPlainObject } from '#crud/pointers.ts';
import { recordTitle, secondName } from '#crud/text/record-names.ts';
import { TimeAndActor } from '#crud/text/time-and-actor.tsx';
import { pointerLabel, referencedEntity, valueText } from '#crud/text/value-text.ts';
import { languageName } from '#i18n/display-name.ts';
import { useTexts } from '#i18n/i18n.ts';
import { type Definition, DefinitionList } from '#kit/display/definition-list.tsx';
import { DrawerSection } from '#kit/layers/drawer.tsx';
import { viewedDay } from '#session/viewed-day.ts';
import { FieldValue } from './history/field-value.tsx';
import { ReferringRecords } from './referring-records.tsx';
import type { RecordDetails } from './use-record.ts';

const nameFields = ['code', 'name', 'locales'];
// the longest field label fits on one line
const TERM_WIDTH_PX = 112;

interface RecordProps {
  entity: EntityUi;
  record: RecordDetails['record'];
}

interface FieldListProps extends RecordProps {
  /** Fields that are already shown beside the list. */
  shownFields?: readonly string[];
}

/** The fields of a record except its code and names. */
export function FieldList({ entity, record, shownFields = [] }: FieldListProps) {
  const excludedFields = new Set([...nameFields, ...shownFields]);
  const fields: Definition[] = Object.entries(editableFields(record))
    .filter(([name]) => !excludedFields.has(name))
    .flatMap(([name, value]) => linesOf(`/${name}`, value))
    .map(([pointer, value]) => ({
      term: pointerLabel(pointer.slice(pointer.lastIndexOf('/'))),
      value: <FieldValue schema={entity.schema} pointer={pointer} value={value} />,
    }));
  return <DefinitionList termWidth={TERM_WIDTH_PX} items={fields} />;
}

/** Returns a line for each filled property of an object, and one line for any other value. */
function linesOf(pointer: string, value: unknown): [pointer: string, value: unknown][] {
  if (!isPlainObject(value)) return [[pointer, value]];
  return Object.entries(value).flatMap(([name, child]): [string, unknown][] =>
    child === null || child === undefined ? [] : [[`${pointer}/${name}`, child]],
  );
}

interface NameListProps extends RecordProps {
  /** Names that are already shown above the list. */
  shownNames?: readonly unknown[];
}

/** A record's own name, and its names in other languages. */
export function NameList({ entity, record, shownNames = [] }: NameListProps) {
  const { language } = useTexts();
  const names = [
    { term: pointerLabel('/name'), tag: undefined, text: record.name },
    ...Object.entries(record.locales ?? {}).map(([tag, locale]) => ({
      term: languageName(tag, language),
      tag,
      text: valueText(entity.schema, `/locales/${tag}`, locale),
    })),
  ].filter(({ text }) => !shownNames.includes(text));
  if (names.length === 0) return null;
  return (
    <DefinitionList
      termWidth={TERM_WIDTH_PX}
      items={names.map(({ term, tag, text }) => ({ term, value: <bdi lang={tag}>{text}</bdi> }))}
    />
  );
}

interface RecordFactsProps {
  entity: EntityUi;
  data: RecordDetails;
  /** The record with the values that are shown, as the set in which one works makes it. */
  shown?: RecordDetails['record'];
  /** Whether the card shows the record's place and its coordinates. */
  hasMap: boolean;
}

/** The sections of a record's card: its fields, its names in other languages, its authors and its references. */
export function RecordFacts({ entity, data, shown: record = data.record, hasMap }: RecordFactsProps) {
  const { t, language } = useTexts();
  const { references } = data;
  const { code, latitude } = record;
  const shownOnMap = hasMap && typeof latitude === 'number' ? ['latitude', 'longitude'] : [];
  // a city with the code of its airport is another record
  const sameAsCode = Object.keys(record).filter(
    (field) => code && Reflect.get(record, field) === code && !referencedEntity(entity.schema, `/${field}`),
  );
  return (
    <>
      <DrawerSection dense>
        <FieldList entity={entity} record={record} shownFields={[...sameAsCode, ...shownOnMap]} />
        {record.name !== undefined && (
          <NameList
            entity={entity}
            record={record}
            shownNames={[recordTitle(entity.key, record, language), secondName(record, language)]}
          />
        )}
      </DrawerSection>
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
            // references are only known for the present
            ...(viewedDay()
              ? []
              : [
                  {
                    term: t('record.references'),
                    value: <ReferringRecords entity={entity.key} code={data.record.code} references={references} />,
                  },
                ]),
          ]}
        />
      </DrawerSection>
    </>
  );
}
