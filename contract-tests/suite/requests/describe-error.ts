import { AssertionError } from 'node:assert/strict';
import { inspect, isDeepStrictEqual } from 'node:util';
import { messageOf } from '../verdict.ts';

const MAX_LENGTH = 240;
const MAX_DIFFERENCES = 4;
/** Of longer lists, the items that differ are named. */
const MAX_READABLE_ITEMS = 3;

/** Says in words why a check failed: an assertion's own sentence, and what was expected and came. */
export function describeError(error: unknown): string {
  if (!(error instanceof AssertionError)) return messageOf(error);
  const { actual, expected, operator, message, generatedMessage } = error;
  // Node appends a comparison to a given message from its second line on.
  const given = generatedMessage ? undefined : message.split('\n')[0];
  const said = describeOperator(operator, actual, expected, message, given === undefined);
  return [given, said].filter(Boolean).join(': ');
}

function describeOperator(
  operator: string,
  actual: unknown,
  expected: unknown,
  message: string,
  needsWords: boolean,
): string | undefined {
  switch (operator) {
    case 'strictEqual':
    case 'deepStrictEqual':
      return describeDifference(actual, expected);
    case 'notStrictEqual':
    case 'notDeepStrictEqual':
      return `expected anything but ${show(expected)}, got that`;
    case 'match':
      return `expected text that matches ${String(expected)}, got ${show(actual)}`;
    case 'doesNotMatch':
      return `expected text that does not match ${String(expected)}, got ${show(actual)}`;
    case '==': {
      const [, code] = /falsy value:\s*(.*)$/s.exec(message) ?? [];
      return needsWords
        ? `expected that this holds: ${(code ?? message).replace(/\s+/g, ' ').trim()}, got ${show(actual)}`
        : undefined;
    }
    default:
      return needsWords ? message.replace(/\s+/g, ' ') : undefined;
  }
}

function describeDifference(actual: unknown, expected: unknown): string {
  const [wanted, got] = [show(expected), show(actual)];
  const isShort = wanted.length + got.length < MAX_LENGTH;
  if (isList(actual) && isList(expected) && expected.length > MAX_READABLE_ITEMS)
    return `expected ${wanted}, got ${got}${describeItems(actual, expected)}`;
  if (isShort || typeof actual !== 'object' || typeof expected !== 'object') return `expected ${wanted}, got ${got}`;
  const differences = differencesOf(actual, expected, '');
  const shown = differences
    .slice(0, MAX_DIFFERENCES)
    .map(
      (difference) =>
        `at ${difference.pointer || 'the top'} ${show(difference.expected)}, got ${show(difference.actual)}`,
    );
  const rest = differences.length - shown.length;
  return `expected ${shown.join('; ')}${rest > 0 ? `; and ${rest} more differences` : ''}`;
}

const isList = (value: unknown): value is unknown[] =>
  Array.isArray(value) && value.every((item) => typeof item !== 'object' || item === null);

/** Says which items of a list of texts or numbers make the difference. */
function describeItems(actual: unknown[], expected: unknown[]): string {
  const missing = expected.filter((item) => !actual.includes(item));
  const surplus = actual.filter((item) => !expected.includes(item));
  const list = (items: unknown[]) => show(items).slice(1, -1);
  const parts = [
    ...(missing.length > 0 ? [`without ${list(missing)}`] : []),
    ...(surplus.length > 0 ? [`with ${list(surplus)} besides`] : []),
  ];
  if (parts.length > 0) return `, ${parts.join(' and ')}`;
  return actual.length === expected.length ? ', in another order' : '';
}

interface Difference {
  pointer: string;
  actual: unknown;
  expected: unknown;
}

/** Returns where two values differ, as deep as both are objects or both are lists. */
function differencesOf(actual: unknown, expected: unknown, pointer: string): Difference[] {
  if (isDeepStrictEqual(actual, expected)) return [];
  const areObjects = [actual, expected].every((value) => typeof value === 'object' && value !== null);
  if (!areObjects || Array.isArray(actual) !== Array.isArray(expected)) return [{ pointer, actual, expected }];
  const names = [...new Set([...Object.keys(Object(expected)), ...Object.keys(Object(actual))])];
  return names.flatMap((name) => differencesOf(Object(actual)[name], Object(expected)[name], `${pointer}/${name}`));
}

/** Shows a value as JSON, shortened if it is long. */
function show(value: unknown): string {
  const text = toJson(value);
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
}

function toJson(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (Buffer.isBuffer(value) || value instanceof Uint8Array) return `the bytes ${[...value].join(' ')}`;
  try {
    return JSON.stringify(value) ?? inspect(value);
  } catch {
    return inspect(value);
  }
}
