import type { EntityKey } from '#api/metadata.gen.ts';
import { Code, CodeText } from '#kit/display/code.tsx';
import { TwoLines } from '#kit/table/cells.tsx';
import type { AnyRecord, CellContext, ColumnSpec, Values } from './define-entity.ts';
import { labelText } from './text/record-name-cache.ts';
import { scalarText } from './text/value-text.ts';

type ColumnOptions = Partial<Pick<ColumnSpec, 'width' | 'align' | 'truncates' | 'unsortable' | 'hiddenByDefault'>>;

const readField = (record: AnyRecord & Values, id: string) => record[id];

/** Returns a column that shows a value as text. */
export const textColumn = (id: string, options: ColumnOptions = {}): ColumnSpec => ({
  id,
  width: 140,
  truncates: true,
  cell: (record) => <span className="min-w-0 truncate">{scalarText(id, readField(record, id))}</span>,
  ...options,
});

const MIN_CODE_WIDTH_PX = 62;
const MAX_CODE_CHARACTERS = 12;

/**
 * Returns the width of a column for codes of up to `maxLength` characters: 7.56 pixels for each character in a chip, and 28 for the padding
 * of chip and cell. An entity whose actual codes are shorter than allowed sets its own width.
 */
export const codeWidth = (maxLength: number): number =>
  Math.max(MIN_CODE_WIDTH_PX, Math.ceil(Math.min(maxLength, MAX_CODE_CHARACTERS) * 7.56 + 28));

/** Returns the column of the record's own code. */
export const recordCodeColumn = (width: number): ColumnSpec => ({
  id: 'code',
  width,
  cell: ({ code }) => code && <Code>{code}</Code>,
});

/** Returns a column that shows a code in the monospace font. */
export const codeColumn = (id: string, options: ColumnOptions = {}): ColumnSpec => ({
  id,
  width: 88,
  cell: (record) => {
    const value = readField(record, id);
    return typeof value === 'string' && <CodeText>{value}</CodeText>;
  },
  ...options,
});

/** Returns a column that shows a value's name, then its code. */
export const namedCodeColumn = (id: string, options: ColumnOptions = {}): ColumnSpec => ({
  id,
  width: 120,
  truncates: true,
  cell: (record) => {
    const code = readField(record, id);
    if (typeof code !== 'string') return null;
    return (
      <span className="flex items-center gap-1.5">
        <span className="min-w-0 truncate">{scalarText(id, code)}</span>
        <Code small>{code}</Code>
      </span>
    );
  },
  ...options,
});

interface ReferenceOptions extends ColumnOptions {
  /** The field's name, if it differs from the entity's. */
  id?: string;
  /** A second reference in the line below: the country under the city. */
  secondEntity?: EntityKey;
}

/** Returns a column that shows a referenced record's name in the current language, then its code. */
export function referenceColumn(
  entity: EntityKey,
  { id = entity, secondEntity, ...options }: ReferenceOptions = {},
): ColumnSpec {
  return {
    id,
    width: secondEntity ? 150 : 140,
    truncates: true,
    cell: (record, context) => {
      const firstLine = <ReferenceText entity={entity} code={readField(record, id)} context={context} />;
      if (!secondEntity) return firstLine;
      return (
        <TwoLines
          main={firstLine}
          second={
            <ReferenceText
              hasPlainCode
              entity={secondEntity}
              code={readField(record, secondEntity)}
              context={context}
            />
          }
        />
      );
    },
    ...options,
  };
}

/** Returns a column that shows several referenced records, cut off at the column's width. */
export const referencesColumn = (id: string, entity: EntityKey, options: ColumnOptions = {}): ColumnSpec => ({
  id,
  width: 160,
  truncates: true,
  unsortable: true,
  cell: (record, context) => {
    const codes = readField(record, id);
    if (!Array.isArray(codes)) return null;
    return (
      <span className="flex min-w-0 items-center gap-2">
        {codes.map((code) => (
          <ReferenceText key={code} entity={entity} code={code} context={context} />
        ))}
      </span>
    );
  },
  ...options,
});

interface ReferenceTextProps {
  /** Shows the code without a chip, which does not fit into the second line. */
  hasPlainCode?: boolean;
  entity: EntityKey;
  code: unknown;
  context: CellContext;
}

function ReferenceText({ hasPlainCode, entity, code, context: { labels, language } }: ReferenceTextProps) {
  if (typeof code !== 'string') return null;
  const label = labels[entity]?.[code];
  const name = labelText(label, language);
  return (
    <span
      className="inline-flex max-w-full min-w-0 items-center gap-1.5 align-middle"
      title={[...new Set([label?.['zh-CN'] ?? name, label?.en])].filter(Boolean).join(' ') || undefined}
    >
      {name && <span className="min-w-0 truncate">{name}</span>}
      {hasPlainCode ? <span className="font-mono text-2xs">{code}</span> : <Code small>{code}</Code>}
    </span>
  );
}
