import type { Field } from '#crud/model.ts';
import type { JsonSchema, Schemas } from '#http/contract.ts';

/** How a value stands in a cell: `texts` is a list of texts with semicolons between them, `json` what has no plainer form. */
export type Form = 'text' | 'texts' | 'json' | 'boolean' | 'number' | 'decimal' | 'date' | 'time';

type Told = Schemas['ImportTarget'];

/** What a column of a file can fill: a field, a member of one, or the names in one language. */
export interface Target extends Told {
  form: Form;
  /** Of its value, without the `null` that it may also be. */
  schema: JsonSchema;
  /** The field that it fills, or whose part it is. */
  field: Field;
  /** Its value as a field of its own, by which it is normalised. */
  value: Field;
  isPart: boolean;
}
