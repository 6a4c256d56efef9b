import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { contract, escapeKey, type Operation, type Parameter, type RawOperation, resolve } from './contract.ts';
import { type FieldProblem, isRule } from './problem.ts';

// the package's own check, as it is for every format that it compares
const dateTime = formats.default.get('date-time') as { validate: (text: string) => boolean };

function makeAjv(coerceTypes: boolean, document?: object) {
  const checks = { allErrors: true, verbose: true, coerceTypes, useDefaults: coerceTypes, strict: false };
  // the linter has checked the contract: to check it again would need a check of schemas, compiled at each start
  const ajv = new Ajv2020({ ...checks, meta: false, validateSchema: false });
  // ajv-formats is CommonJS: its default export is typed as the module
  formats.default(ajv);
  ajv.addFormat('date-time', isStorableTimestamp);
  if (document) ajv.addSchema(document, 'contract', false, false);
  return ajv;
}

/** RFC 3339, of what a DATETIME holds: no leap second, and by UTC in the years 1000 to 9999. */
export function isStorableTimestamp(text: string): boolean {
  const year = new Date(text).getUTCFullYear();
  return dateTime.validate(text) && year >= 1000 && year <= 9999;
}

const { schemas } = contract.components;

// a document is walked through when it is added: parameters need none, and answers are checked in development alone
const bodies = memoise(() => makeAjv(false, { components: { schemas }, paths: withoutAnswers() }));
const answers = memoise(() => makeAjv(false, contract));
const parameters = memoise(() => makeAjv(true));

function memoise<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

function withoutAnswers() {
  const paths: Record<string, Record<string, RawOperation>> = contract.paths;
  const bodiesOf = (methods: Record<string, RawOperation>) =>
    Object.fromEntries(Object.entries(methods).map(([method, { requestBody }]) => [method, { requestBody }]));
  return Object.fromEntries(Object.entries(paths).map(([path, methods]) => [path, bodiesOf(methods)]));
}

/** A check that is compiled on first use: a process meets few of all the operations. */
function compileOnFirstUse(compile: () => ValidateFunction): ValidateFunction {
  let compiled: ValidateFunction | undefined;
  const validate = (value: unknown) => {
    compiled ??= compile();
    const valid = compiled(value);
    Object.assign(validate, { errors: compiled.errors });
    return valid;
  };
  // only the call and `errors` of a ValidateFunction are used
  return validate as ValidateFunction;
}

/** Checks that a value is as the schema at `pointer` of the contract has it, one of a body or of what these are made of. */
export const validatorAt = (pointer: string): ValidateFunction =>
  compileOnFirstUse(() => bodies().compile({ $ref: `contract#${pointer}` }));

/** The same of any pointer, at a cost that is for development. */
const responseValidatorAt = (pointer: string): ValidateFunction =>
  compileOnFirstUse(() => answers().compile({ $ref: `contract#${pointer}` }));

/** The parameters of one place (query, path, header) as one object schema; values are coerced, defaults filled in. */
export function parameterValidator(operation: Operation, place: Parameter['in']): ValidateFunction {
  const own = operation.parameters.filter((parameter) => parameter.in === place);
  const properties = Object.fromEntries(own.map(({ name, schema }) => [name, schema]));
  const required = own.filter((parameter) => parameter.required).map(({ name }) => name);
  const additionalProperties = place === 'header';
  return compileOnFirstUse(() =>
    parameters().compile(inlineReferences({ type: 'object', properties, required, additionalProperties })),
  );
}

/** With the small schemas in it that it refers to. */
const inlineReferences = (schema: object): object => JSON.parse(JSON.stringify(schema, (_, node) => resolve(node)));

// nobody mends more at once
const MAX_FIELDS = 100;

/** The first error of each field, as `{pointer, rule}`; `prefix` goes before the pointer. */
export function toFieldProblems(errors: ErrorObject[] | null | undefined, prefix = ''): FieldProblem[] {
  const fields = new Map<string, FieldProblem>();
  for (const error of errors ?? []) {
    if (fields.size === MAX_FIELDS) break;
    if (isNullBranch(error) || isInsideName(error)) continue;
    const pointer = prefix + error.instancePath + missingPart(error);
    const rule = isRule(error.keyword) ? error.keyword : 'format';
    const hint = error.parentSchema?.['x-hint'];
    if (!fields.has(pointer)) {
      fields.set(pointer, { pointer, rule, parameters: { limit: error.params.limit, ...(hint ? { hint } : {}) } });
    }
  }
  return [...fields.values()];
}

// «X or null» reports X's error, null's and its own: only X's says anything
const isNullBranch = (error: ErrorObject) =>
  error.keyword === 'oneOf' || (error.keyword === 'type' && error.params.type === 'null');

// `propertyNames` tells which name is wrong; what is wrong inside it would point at the whole object
const isInsideName = ({ keyword, propertyName }: ErrorObject) =>
  propertyName !== undefined && keyword !== 'propertyNames';

function missingPart({ params }: ErrorObject): string {
  const name = params.missingProperty ?? params.additionalProperty ?? params.propertyName;
  return name === undefined ? '' : `/${escapeKey(String(name))}`;
}

const answerValidators = new Map<string, ValidateFunction>();

/** Throws where an answer is not one that the contract declares; the message names the operation and the place. */
export function assertResponseValid(operation: Operation, status: number, answer: unknown): void {
  const pointer = operation.responseSchemas[status];
  if (!pointer) throw new Error(`${operation.id} answered ${status}, which the contract does not declare`);
  const validate = answerValidators.get(pointer) ?? responseValidatorAt(pointer);
  answerValidators.set(pointer, validate);
  // a Date becomes what the client will see
  if (validate(JSON.parse(JSON.stringify(answer)))) return;
  const violations = validate.errors?.map((error) => `${error.instancePath} ${error.message}`).join('; ');
  throw new Error(`${operation.id} answered ${status} against the contract: ${violations}`);
}
