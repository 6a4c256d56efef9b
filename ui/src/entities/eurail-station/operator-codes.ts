export interface OperatorCode {
  operator: string;
  code: string;
}

// the contract gives this field no other shape
export const operatorCodesOf = (value: unknown): OperatorCode[] =>
  Array.isArray(value) ? (value as OperatorCode[]) : [];

/** Rows in which nothing is written are none. */
export const written = (rows: readonly OperatorCode[]): OperatorCode[] =>
  rows.filter(({ operator, code }) => operator.trim() !== '' || code.trim() !== '');

const keyOf = ({ operator, code }: OperatorCode) => `${operator.trim().toUpperCase()} ${code.trim()}`;

/** The rows that say again what one above says. */
export function repeated(rows: readonly OperatorCode[]): number[] {
  const seen = new Set<string>();
  return rows.flatMap((row, index) => {
    if (written([row]).length === 0) return [];
    const key = keyOf(row);
    if (seen.has(key)) return [index];
    seen.add(key);
    return [];
  });
}
