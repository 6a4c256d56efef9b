import type { ErrorObject } from 'ajv';
import { type BodyName, type Language, ownRuleTexts, type Rule } from './metadata.gen.ts';
import type { FieldError } from './problem.ts';
import { findRuleErrors } from './rules.ts';
import { matchesPattern, ruleText } from './texts.ts';
import { type Hints, validators } from './validators.gen.ts';

const escapeSegment = (segment: string): string => segment.replaceAll('~', '~0').replaceAll('/', '~1');

/** Returns the pointer of an error. Ajv reports missing, unknown and wrongly named properties at their parent object. */
function toPointer({ instancePath, params }: ErrorObject): string {
  const property: unknown = params.missingProperty ?? params.additionalProperty ?? params.propertyName;
  return typeof property === 'string' ? `${instancePath}/${escapeSegment(property)}` : instancePath;
}

/**
 * Returns whether another error already reports the same fault. An invalid value of a nullable property yields errors of its schema, of `null`
 * and of `oneOf`, but only the first one is useful. An invalid property name yields an error of `propertyNames` and one of its subschema.
 */
function isRedundant({ keyword, params, propertyName }: ErrorObject): boolean {
  return keyword === 'oneOf' || keyword === 'anyOf' || params.type === 'null' || propertyName !== undefined;
}

function readPointer(body: unknown, pointer: string): unknown {
  const segments = pointer.split('/').slice(1);
  return segments.reduce<unknown>((value, segment) => {
    if (typeof value !== 'object' || value === null) return undefined;
    return Reflect.get(value, segment.replaceAll('~1', '/').replaceAll('~0', '~'));
  }, body);
}

function toRule({ keyword, params }: ErrorObject, value: unknown): Rule {
  // users see an emptied field as a missing one
  const isEmptied = (keyword === 'type' && value === null) || (keyword === 'minLength' && params.limit === 1);
  if (isEmptied) return 'required';
  // The cast follows the check: the keys of ownRuleTexts are the rules.
  return keyword in ownRuleTexts ? (keyword as Rule) : 'type';
}

const loadedHints = new Map<BodyName, Hints>();

/**
 * Returns the contract's hint on the format of the field at a pointer (`/name`, `/locales/zh-CN/name`). Hints are loaded with the body's
 * validator.
 */
export function fieldHint(schema: BodyName, pointer: string, language: Language): string | undefined {
  const hints = Object.entries(loadedHints.get(schema) ?? {});
  return hints.find(([pattern]) => matchesPattern(pattern, pointer))?.[1][language];
}

/** Converts Ajv's errors to field errors, keeping the first of each field. */
export function toFieldErrors(schema: BodyName, body: unknown, errors: readonly ErrorObject[], language: Language) {
  const found = new Map<string, FieldError>();
  for (const error of errors) {
    const pointer = toPointer(error);
    if (isRedundant(error) || found.has(pointer)) continue;
    const rule = toRule(error, readPointer(body, pointer));
    const limit: unknown = error.params.limit;
    const hint = fieldHint(schema, pointer, language);
    const message = ruleText(rule, language, {
      ...(typeof limit === 'number' ? { limit } : {}),
      ...(hint === undefined ? {} : { hint }),
    });
    found.set(pointer, { pointer, rule, message });
  }
  return [...found.values()];
}

/** Validates a body against the contract and returns its errors. */
export type Validate = (body: unknown, language: Language) => FieldError[];

const loadedValidators = new Map<BodyName, Promise<Validate>>();

/** Loads the validator of a body on demand, once. */
export function loadValidate(schema: BodyName): Promise<Validate> {
  const cached = loadedValidators.get(schema);
  if (cached) return cached;
  const loading = createValidate(schema);
  loadedValidators.set(schema, loading);
  // removed after a failure, so that the next call tries again
  loading.catch(() => loadedValidators.delete(schema));
  return loading;
}

async function createValidate(schema: BodyName): Promise<Validate> {
  const { check, hints } = await validators[schema]();
  loadedHints.set(schema, hints);
  return (body, language) => {
    const found = check(body) ? [] : toFieldErrors(schema, body, check.errors ?? [], language);
    const reportedPointers = new Set(found.map(({ pointer }) => pointer));
    const ruleErrors = findRuleErrors(schema, body, language).filter(({ pointer }) => !reportedPointers.has(pointer));
    return [...found, ...ruleErrors];
  };
}
