import { escape as byDriver } from 'mysql2';

const special = /['\\]/;
const specials = /['\\]/g;

/** A text as SQL has it. Nothing else has a meaning within single quotes; the driver would write all double quotes of JSON anew, too. */
const quoted = (text: string) => `'${special.test(text) ? text.replaceAll(specials, '\\$&') : text}'`;

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'NULL';
  if (typeof value === 'string') return quoted(value);
  // the driver takes whatever it is, times in UTC
  return byDriver(value as Date, true, 'Z');
}

/** Rows as `VALUES` takes them, in one text: what is put together piece by piece is copied several times over. */
export function literals(rows: readonly (readonly unknown[])[]): string {
  const texts: string[] = [];
  for (const row of rows) texts.push(`(${row.map(literal).join()})`);
  return texts.join();
}
