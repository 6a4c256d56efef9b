import type { Entity } from '#api/facts.gen.ts';
import { Code, CodeText } from '#kit/display/chip.tsx';
import { TwoLines } from '#kit/table/cells.tsx';
import type { AnyRecord, CellContext, ColumnSpec, Values } from './define-entity.ts';
import { nameIn } from './labels.ts';
import { plainText } from './value-text.ts';

type Options = Partial<Pick<ColumnSpec, 'width' | 'align' | 'unsortable' | 'hidden'>>;

const read = (record: AnyRecord & Values, id: string) => record[id];

/** A value in words. */
export const textColumn = (id: string, options: Options = {}): ColumnSpec => ({
  id,
  width: 140,
  cell: (record) => <span className="min-w-0 truncate">{plainText(id, read(record, id))}</span>,
  ...options,
});

const MIN_CODE_WIDTH_PX = 62;
const MAX_CODE_CHARACTERS = 12;

/**
 * The width of a column for codes of up to `maxLength` characters: 7.56 pixels for each character in a chip, and 28 for the padding
 * of chip and cell. A kind whose codes may be longer than those in use sets its own width.
 */
export const codeWidth = (maxLength: number): number =>
  Math.max(MIN_CODE_WIDTH_PX, Math.ceil(Math.min(maxLength, MAX_CODE_CHARACTERS) * 7.56 + 28));

/** The record's own code. Kinds whose codes are mostly shorter than allowed set a smaller width. */
export const ownCodeColumn = (width: number): ColumnSpec => ({
  id: 'code',
  width,
  cell: ({ code }) => code && <Code>{code}</Code>,
});

/** A code in the mono face. */
export const codeColumn = (id: string, options: Options = {}): ColumnSpec => ({
  id,
  width: 88,
  cell: (record) => {
    const value = read(record, id);
    return typeof value === 'string' && <CodeText>{value}</CodeText>;
  },
  ...options,
});

/** A value that has a name: the name, then its code. */
export const namedCodeColumn = (id: string, options: Options = {}): ColumnSpec => ({
  id,
  width: 120,
  cell: (record) => {
    const code = read(record, id);
    if (typeof code !== 'string') return null;
    return (
      <span className="flex items-center gap-1.5">
        <span className="min-w-0 truncate">{plainText(id, code)}</span>
        <Code small>{code}</Code>
      </span>
    );
  },
  ...options,
});

interface ReferenceOptions extends Options {
  /** The field, where it is not called as its kind is. */
  id?: string;
  /** A second reference of the same record, below the first: the country under the city. */
  second?: Entity;
}

/** Another record: its name in the reader's language, then its code. */
export function referenceColumn(kind: Entity, { id = kind, second, ...options }: ReferenceOptions = {}): ColumnSpec {
  return {
    id,
    width: second ? 150 : 140,
    cell: (record, context) => {
      const first = <Named kind={kind} code={read(record, id)} context={context} />;
      if (!second) return first;
      return (
        <TwoLines main={first} second={<Named plain kind={second} code={read(record, second)} context={context} />} />
      );
    },
    ...options,
  };
}

/** Several other records, as many as there is room for. */
export const referencesColumn = (id: string, kind: Entity, options: Options = {}): ColumnSpec => ({
  id,
  width: 160,
  unsortable: true,
  cell: (record, context) => {
    const codes = read(record, id);
    if (!Array.isArray(codes)) return null;
    return (
      <span className="flex min-w-0 items-center gap-2">
        {codes.map((code) => (
          <Named key={code} kind={kind} code={code} context={context} />
        ))}
      </span>
    );
  },
  ...options,
});

interface NamedProps {
  /** in the second line, which has no room for a chip */
  plain?: boolean;
  kind: Entity;
  code: unknown;
  context: CellContext;
}

function Named({ plain, kind, code, context: { labels, language } }: NamedProps) {
  if (typeof code !== 'string') return null;
  const label = labels[kind]?.[code];
  const name = nameIn(label, language);
  return (
    <span
      className="inline-flex max-w-full min-w-0 items-center gap-1.5 align-middle"
      title={[label?.['zh-CN'] ?? name, label?.en].join(' ')}
    >
      {name && <span className="min-w-0 truncate">{name}</span>}
      {plain ? <span className="font-mono text-2xs">{code}</span> : <Code small>{code}</Code>}
    </span>
  );
}
