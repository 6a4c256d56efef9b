import { Bare, Code } from '#kit/chip.tsx';
import type { AnyRecord, ColumnSpec, Values } from './define-entity.ts';
import { valueText } from './value-text.ts';

type Options = Partial<Pick<ColumnSpec, 'width' | 'align' | 'unsortable' | 'hidden'>>;

const read = (record: AnyRecord & Values, id: string) => record[id];

/** A value in words. */
export const textColumn = (id: string, options: Options = {}): ColumnSpec => ({
  id,
  width: 140,
  cell: (record) => <span className="cut">{valueText(id, read(record, id))}</span>,
  ...options,
});

/** A code in the mono face. */
export const codeColumn = (id: string, options: Options = {}): ColumnSpec => ({
  id,
  width: 88,
  cell: (record) => {
    const value = read(record, id);
    return typeof value === 'string' && <Bare>{value}</Bare>;
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
        <span className="cut">{valueText(id, code)}</span>
        <Code small>{code}</Code>
      </span>
    );
  },
  ...options,
});
