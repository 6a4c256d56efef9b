import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Contract } from './types.ts';

export type Validate = (pointer: string, value: unknown) => string | undefined;

/** Creates a function that validates a value against the schema at a JSON pointer and returns the errors as text. */
export function validatorsOf(contract: Contract): Validate {
  // Strict mode would reject the parts of the document that are not JSON Schema.
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: true });
  addFormats.default(ajv);
  ajv.addSchema(contract, 'contract');
  const compiled = new Map<string, ValidateFunction>();
  return (pointer, value) => {
    const validate = compiled.get(pointer) ?? ajv.compile({ $ref: `contract${pointer}` });
    compiled.set(pointer, validate);
    return validate(value) ? undefined : ajv.errorsText(validate.errors, { dataVar: '' });
  };
}
