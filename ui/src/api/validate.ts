import type { ErrorObject } from 'ajv';
import { type BodyName, type Language, type Rule, ruleTexts } from './facts.gen.ts';
import type { FieldError } from './problem.ts';
import { brokenRules } from './rules.ts';
import { fieldHint, ruleText } from './texts.ts';
import { validators } from './validators.gen.ts';

const escapeSegment = (segment: string): string => segment.replaceAll('~', '~0').replaceAll('/', '~1');

/** Ajv tells of a property that is missing, unknown or wrongly named at the object around it. */
function pointerOf({ instancePath, params }: ErrorObject): string {
  const property: unknown = params.missingProperty ?? params.additionalProperty ?? params.propertyName;
  return typeof property === 'string' ? `${instancePath}/${escapeSegment(property)}` : instancePath;
}

/** What `oneOf [X, null]` says beside what X says, and what `propertyNames` says beside its own error. */
function isNoise({ keyword, params, propertyName }: ErrorObject): boolean {
  return keyword === 'oneOf' || keyword === 'anyOf' || params.type === 'null' || propertyName !== undefined;
}

function read(body: unknown, pointer: string): unknown {
  const segments = pointer.split('/').slice(1);
  return segments.reduce<unknown>((value, segment) => {
    if (typeof value !== 'object' || value === null) return undefined;
    return Reflect.get(value, segment.replaceAll('~1', '/').replaceAll('~0', '~'));
  }, body);
}

function ruleOf({ keyword, params }: ErrorObject, value: unknown): Rule {
  // An emptied field is a missing one to the person who emptied it.
  const emptied = (keyword === 'type' && value === null) || (keyword === 'minLength' && params.limit === 1);
  if (emptied) return 'required';
  // The cast follows the check: the keys of ruleTexts are the rules.
  return keyword in ruleTexts ? (keyword as Rule) : 'type';
}

/** One error per field, the first. */
export function fieldErrors(schema: BodyName, body: unknown, errors: readonly ErrorObject[], language: Language) {
  const found = new Map<string, FieldError>();
  for (const error of errors) {
    const pointer = pointerOf(error);
    if (isNoise(error) || found.has(pointer)) continue;
    const rule = ruleOf(error, read(body, pointer));
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

/** What the contract has against a body; empty where it has nothing. */
export type Validate = (body: unknown, language: Language) => FieldError[];

const loads = new Map<BodyName, Promise<Validate>>();

/** The check of one body, once for all who ask; it comes with the form that asks for it, not with the page. */
export function loadValidate(schema: BodyName): Promise<Validate> {
  const known = loads.get(schema);
  if (known) return known;
  const loading = load(schema);
  loads.set(schema, loading);
  // not kept, so that whoever asks next tries again
  loading.catch(() => loads.delete(schema));
  return loading;
}

async function load(schema: BodyName): Promise<Validate> {
  const { check } = await validators[schema]();
  return (body, language) => {
    const found = check(body) ? [] : fieldErrors(schema, body, check.errors ?? [], language);
    const told = new Set(found.map(({ pointer }) => pointer));
    const among = brokenRules(schema, body, language).filter(({ pointer }) => !told.has(pointer));
    return [...found, ...among];
  };
}
