import type { BodyName, EntityKey } from '#api/metadata.gen.ts';
import { cachedName, useRecordNameUpdates } from '#crud/text/record-name-cache.ts';
import { Time } from '#crud/text/time.tsx';
import { referencedEntity, valueText } from '#crud/text/value-text.ts';
import { useTexts } from '#i18n/i18n.ts';
import { linkClass } from '#kit/buttons/link-button.tsx';
import { Code } from '#kit/display/code.tsx';

interface Props {
  schema: BodyName;
  pointer: string;
  value: unknown;
}

/** A field's value on a card: references with name and code, URLs as links, `—` if empty. */
export function FieldValue({ schema, pointer, value }: Props) {
  useRecordNameUpdates();
  const text = valueText(schema, pointer, value);
  if (text === '') return <span className="text-ink-3">—</span>;
  if (Array.isArray(value)) return <ListValue schema={schema} pointer={pointer} values={value} text={text} />;
  if (typeof value !== 'string') return <bdi>{text}</bdi>;
  const entity = referencedEntity(schema, pointer);
  if (entity) return <ReferenceValue entity={entity} code={value} />;
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)) return <Time iso={value} />;
  if (/^https?:\/\//.test(value)) {
    return (
      <a href={value} target="_blank" rel="noreferrer" className={linkClass}>
        {value}
      </a>
    );
  }
  if (!/^[A-Z0-9]{2,4}$/.test(value)) return <bdi>{text}</bdi>;
  return (
    <span className="flex items-center gap-1.5">
      {text !== value && text}
      <Code small>{value}</Code>
    </span>
  );
}

function ListValue({ schema, pointer, values, text }: Omit<Props, 'value'> & { values: unknown[]; text: string }) {
  if (values.every((value) => typeof value === 'string' && !referencedEntity(schema, `${pointer}/0`))) return text;
  return (
    <span className="flex flex-col gap-1">
      {values.map((value, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: list values have no identity but their index
        <span key={index}>
          <FieldValue schema={schema} pointer={`${pointer}/${index}`} value={value} />
        </span>
      ))}
    </span>
  );
}

function ReferenceValue({ entity, code }: { entity: EntityKey; code: string }) {
  const { language } = useTexts();
  return (
    <span className="flex items-center gap-1.5">
      <bdi>{cachedName(entity, code, language)}</bdi>
      <Code small>{code}</Code>
    </span>
  );
}
