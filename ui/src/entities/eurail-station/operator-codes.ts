export interface OperatorCode {
  operator: string;
  code: string;
}

// the cast: the contract defines the shape of this field
export const operatorCodesOf = (value: unknown): OperatorCode[] =>
  Array.isArray(value) ? (value as OperatorCode[]) : [];

/** Removes empty rows. */
export const withoutBlankRows = (rows: readonly OperatorCode[]): OperatorCode[] =>
  rows.filter(({ operator, code }) => operator.trim() !== '' || code.trim() !== '');

const keyOf = ({ operator, code }: OperatorCode) => `${operator.trim().toUpperCase()} ${code.trim()}`;

/** Returns the indexes of rows that repeat an earlier one. */
export function repeated(rows: readonly OperatorCode[]): number[] {
  const seen = new Set<string>();
  return rows.flatMap((row, index) => {
    if (withoutBlankRows([row]).length === 0) return [];
    const key = keyOf(row);
    if (seen.has(key)) return [index];
    seen.add(key);
    return [];
  });
}
