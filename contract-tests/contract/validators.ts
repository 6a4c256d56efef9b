import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { memoizePerContract } from './contract.ts';
import type { Contract } from './types.ts';

export type Validate = (pointer: string, value: unknown) => string | undefined;

export interface SchemaViolation {
  /** All errors. */
  text: string;
  /** The JSON pointer of the schema that the first error violates. */
  pointer: string;
}

export type FindViolation = (pointer: string, value: unknown) => SchemaViolation | undefined;

/** Creates a function that validates a value against the schema at a JSON pointer and returns the errors as text. */
export function validatorsOf(contract: Contract): Validate {
  const findViolation = schemaViolationsOf(contract);
  return (pointer, value) => findViolation(pointer, value)?.text;
}

/** Creates a function that validates a value against the schema at a JSON pointer. */
export function schemaViolationsOf(contract: Contract): FindViolation {
  // Strict mode would reject the parts of the document that are not JSON Schema. `verbose` adds schemas to the errors.
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: true, verbose: true });
  addFormats.default(ajv);
  // Answers give all times in UTC, to the millisecond.
  ajv.addFormat('date-time', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  ajv.addSchema(contract, 'contract');
  const compiled = new Map<string, ValidateFunction>();
  return (pointer, value) => {
    const validate = compiled.get(pointer) ?? ajv.compile({ $ref: `contract${pointer}` });
    compiled.set(pointer, validate);
    if (validate(value)) return undefined;
    const errors: ErrorObject[] = validate.errors ?? [];
    const violatedSchema = errors.map(({ parentSchema }) => schemaPointers(contract).get(parentSchema)).find(Boolean);
    return {
      text: ajv.errorsText(errors, { dataVar: '' }).replace(/(^|, ) /g, '$1it '),
      pointer: violatedSchema ?? `${pointer}`,
    };
  };
}

/** Returns the JSON pointer of each object of the contract. */
const schemaPointers = memoizePerContract((contract): Map<unknown, string> => {
  const pointers = new Map<unknown, string>();
  const walk = (node: unknown, pointer: string): void => {
    if (typeof node !== 'object' || node === null || pointers.has(node)) return;
    pointers.set(node, pointer);
    for (const [key, child] of Object.entries(node))
      walk(child, `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`);
  };
  walk(contract.components, '#/components');
  walk(contract.paths, '#/paths');
  return pointers;
});
