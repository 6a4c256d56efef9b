import type { ResponseReport } from '../run-report.ts';

const MAX_LENGTH = 600;
const MAX_ERROR_LENGTH = 4000;

export const excerpt = (text: string, length = MAX_LENGTH): string =>
  text.length > length ? `${text.slice(0, length)}…` : text;

/** Shows the beginning of an answer, and whole those of its members that the reason of the failure names by their pointer. */
export function answerLines({ status, body }: ResponseReport, reason: string): string[] {
  const length = status >= 400 ? MAX_ERROR_LENGTH : MAX_LENGTH;
  if (body.length <= length) return [body];
  const parsed = parseJson(body);
  const members = [...new Set(reason.match(/(?:\/[\w~-]+)+/g) ?? [])].flatMap((pointer) => {
    const value = valueAt(parsed, pointer);
    return value === undefined ? [] : [`${pointer}: ${excerpt(JSON.stringify(value), MAX_ERROR_LENGTH)}`];
  });
  return [excerpt(body, length), ...members.slice(0, 4)];
}

function valueAt(node: unknown, pointer: string): unknown {
  const names = pointer.split('/').slice(1);
  // Cast: a step into parsed JSON; a wrong one gives undefined.
  return names.reduce<unknown>((value, name) => Object(value)[name] as unknown, node);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
