import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Contract } from './types.ts';

export type Validate = (pointer: string, value: unknown) => string | undefined;

/** Validates a value against the schema at a place of the contract; the answer says what is wrong. */
export function validatorsOf(contract: Contract): Validate {
  // Not strict, as the document around the schemas is no JSON Schema.
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
