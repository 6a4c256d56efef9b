import type { BodyName, Entity } from '#api/facts.gen.ts';
import { labelName, useLabels } from '#crud/labels.ts';
import { referenceAt, valueText } from '#crud/value-text.ts';
import { useTexts } from '#i18n/i18n.ts';
import { linkClass } from '#kit/buttons/link-button.tsx';
import { Code } from '#kit/display/chip.tsx';

interface Props {
  schema: BodyName;
  pointer: string;
  value: unknown;
}

/** A field's value as a card shows it: names with their codes beside them, addresses as links, `—` for nothing. */
export function FieldValue({ schema, pointer, value }: Props) {
  useLabels();
  const text = valueText(schema, pointer, value);
  if (text === '') return <span className="text-ink-3">—</span>;
  if (Array.isArray(value)) return <Several schema={schema} pointer={pointer} values={value} text={text} />;
  if (typeof value !== 'string') return text;
  const kind = referenceAt(schema, pointer);
  if (kind) return <Named kind={kind} code={value} />;
  if (/^https?:\/\//.test(value)) {
    return (
      <a href={value} target="_blank" rel="noreferrer" className={linkClass}>
        {value}
      </a>
    );
  }
  if (!/^[A-Z0-9]{2,4}$/.test(value)) return text;
  return (
    <span className="flex items-center gap-1.5">
      {text !== value && text}
      <Code small>{value}</Code>
    </span>
  );
}

function Several({ schema, pointer, values, text }: Omit<Props, 'value'> & { values: unknown[]; text: string }) {
  if (values.every((value) => typeof value === 'string' && !referenceAt(schema, `${pointer}/0`))) return text;
  return (
    <span className="flex flex-col gap-1">
      {values.map((value, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: what stands in a list has no identity but its place
        <span key={index}>
          <FieldValue schema={schema} pointer={`${pointer}/${index}`} value={value} />
        </span>
      ))}
    </span>
  );
}

function Named({ kind, code }: { kind: Entity; code: string }) {
  const { language } = useTexts();
  return (
    <span className="flex items-center gap-1.5">
      {labelName(kind, code, language)}
      <Code small>{code}</Code>
    </span>
  );
}
