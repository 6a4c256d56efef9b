import { Code } from '#kit/chip.tsx';
import { operatorCodesOf } from './operator-codes.ts';

/** Each operator with its own code of the station. */
export function OperatorCodeList({ value }: { value: unknown }) {
  const rows = operatorCodesOf(value);
  if (rows.length === 0) return <span className="text-ink-3">—</span>;
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1">
      {rows.map(({ operator, code }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row has no identity but its place
        <li key={index} className="flex items-center gap-1.5">
          {operator}
          <Code small>{code}</Code>
        </li>
      ))}
    </ul>
  );
}
