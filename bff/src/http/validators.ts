import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { contract, escapeKey, type Operation, type Parameter, type RawOperation, resolve } from './contract.ts';
import { type FieldProblem, isRule } from './problem.ts';

// the cast: formats with comparisons have this form in the package
const dateTime = formats.default.get('date-time') as { validate: (text: string) => boolean };

function createAjv(coerceTypes: boolean, document?: object) {
  const checks = { allErrors: true, verbose: true, coerceTypes, useDefaults: coerceTypes, strict: false };
  // the linter validates the contract; validating it here would compile the meta-schema at each start
  const ajv = new Ajv2020({ ...checks, meta: false, validateSchema: false });
  // ajv-formats is CommonJS: its default export is typed as the module
  formats.default(ajv);
  ajv.addFormat('date-time', isStorableTimestamp);
  if (document) ajv.addSchema(document, 'contract', false, false);
  return ajv;
}

/** Whether a text is an RFC 3339 time that a DATETIME column can store: without leap seconds, from the year 1000 to 9999 in UTC. */
export function isStorableTimestamp(text: string): boolean {
  const year = new Date(text).getUTCFullYear();
  return dateTime.validate(text) && year >= 1000 && year <= 9999;
}

const { schemas } = contract.components;

// adding a document is slow: parameters need none, and responses are validated only in development
const bodyAjv = memoise(() => createAjv(false, { components: { schemas }, paths: withoutResponses() }));
const responseAjv = memoise(() => createAjv(false, contract));
const parameterAjv = memoise(() => createAjv(true));

function memoise<T>(create: () => T): () => T {
  let value: T | undefined;
  return () => {
    value ??= create();
    return value;
  };
}

function withoutResponses() {
  const paths: Record<string, Record<string, RawOperation>> = contract.paths;
  const bodiesOf = (methods: Record<string, RawOperation>) =>
    Object.fromEntries(Object.entries(methods).map(([method, { requestBody }]) => [method, { requestBody }]));
  return Object.fromEntries(Object.entries(paths).map(([path, methods]) => [path, bodiesOf(methods)]));
}

/** Creates a validator that is compiled on first use, as a process uses only a few of all operations. */
function compileOnFirstUse(compile: () => ValidateFunction): ValidateFunction {
  let compiled: ValidateFunction | undefined;
  const validate = (value: unknown) => {
    compiled ??= compile();
    const valid = compiled(value);
    Object.assign(validate, { errors: compiled.errors });
    return valid;
  };
  // the cast: callers use only the call signature and `errors`
  return validate as ValidateFunction;
}

/** Returns a validator for the schema at a pointer of the contract, which must be that of a body or a component. */
export const validatorAt = (pointer: string): ValidateFunction =>
  compileOnFirstUse(() => bodyAjv().compile({ $ref: `contract#${pointer}` }));

/** Returns a validator for any pointer, which is slow to create and meant for development. */
const responseValidatorAt = (pointer: string): ValidateFunction =>
  compileOnFirstUse(() => responseAjv().compile({ $ref: `contract#${pointer}` }));

/** Returns a validator for all parameters of one location (query, path, header), which coerces values and fills in defaults. */
export function parameterValidator(operation: Operation, location: Parameter['in']): ValidateFunction {
  const locationParameters = operation.parameters.filter((parameter) => parameter.in === location);
  const properties = Object.fromEntries(locationParameters.map(({ name, schema }) => [name, schema]));
  const required = locationParameters.filter((parameter) => parameter.required).map(({ name }) => name);
  const additionalProperties = location === 'header';
  return compileOnFirstUse(() =>
    parameterAjv().compile(inlineReferences({ type: 'object', properties, required, additionalProperties })),
  );
}

/** Replaces references in a schema by their targets. */
const inlineReferences = (schema: object): object => JSON.parse(JSON.stringify(schema, (_, node) => resolve(node)));

// more problems are of no use to anybody
const MAX_FIELDS = 100;

/** Converts the first error of each field into a problem; `prefix` is prepended to the pointers. */
export function toFieldProblems(errors: ErrorObject[] | null | undefined, prefix = ''): FieldProblem[] {
  const fields = new Map<string, FieldProblem>();
  for (const error of errors ?? []) {
    if (fields.size === MAX_FIELDS) break;
    if (isNullBranch(error) || isNestedNameError(error)) continue;
    const pointer = prefix + error.instancePath + missingSegment(error);
    const rule = isRule(error.keyword) ? error.keyword : 'format';
    const hint = error.parentSchema?.['x-hint'];
    if (!fields.has(pointer)) {
      fields.set(pointer, { pointer, rule, parameters: { limit: error.params.limit, ...(hint ? { hint } : {}) } });
    }
  }
  return [...fields.values()];
}

/** Converts errors of parameters like `toFieldProblems`; a problem of one of several values is a problem of their parameter. */
export function toParameterProblems(errors: ErrorObject[] | null | undefined, prefix: string): FieldProblem[] {
  const parameterOf = ({ instancePath }: ErrorObject) => instancePath.split('/').slice(0, 2).join('/');
  return toFieldProblems(
    errors?.map((error) => ({ ...error, instancePath: parameterOf(error) })),
    prefix,
  );
}

/** Creates a function that splits the query parameters with several values at their commas. */
export function createListSplitter({ parameters }: Operation): (query: Record<string, unknown>) => void {
  const names = parameters.flatMap(({ name, in: location, schema }) =>
    location === 'query' && schema.type === 'array' ? [name] : [],
  );
  return (query) => {
    for (const name of names) {
      const value = query[name];
      // a repeated parameter, which is an array already, is not in the form of the contract
      if (value !== undefined) query[name] = typeof value === 'string' ? value.split(',') : [value];
    }
  };
}

// an alternative of X and null reports three errors, of which only the one of X is useful
const isNullBranch = (error: ErrorObject) =>
  error.keyword === 'oneOf' || (error.keyword === 'type' && error.params.type === 'null');

// `propertyNames` reports the invalid name; its nested errors would point at the whole object
const isNestedNameError = ({ keyword, propertyName }: ErrorObject) =>
  propertyName !== undefined && keyword !== 'propertyNames';

function missingSegment({ params }: ErrorObject): string {
  const name = params.missingProperty ?? params.additionalProperty ?? params.propertyName;
  return name === undefined ? '' : `/${escapeKey(String(name))}`;
}

const responseValidators = new Map<string, ValidateFunction>();

/** @throws Error if a response violates the contract; the message contains the operation and the pointer */
export function assertResponseValid(operation: Operation, status: number, response: unknown): void {
  const pointer = operation.responseSchemas[status];
  if (!pointer) throw new Error(`${operation.id} returned ${status}, which the contract does not declare`);
  const validate = responseValidators.get(pointer) ?? responseValidatorAt(pointer);
  responseValidators.set(pointer, validate);
  // dates are validated in their serialised form
  if (validate(JSON.parse(JSON.stringify(response)))) return;
  const violations = validate.errors?.map((error) => `${error.instancePath} ${error.message}`).join('; ');
  throw new Error(`${operation.id} returned ${status} in violation of the contract: ${violations}`);
}
