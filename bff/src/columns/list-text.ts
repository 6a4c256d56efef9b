const between = ';';

/** Texts with semicolons between them; one inside a text follows a backslash, as a backslash does. */
export function joinTexts(texts: string[]): string {
  const joined = texts.map((text) => text.replaceAll(/[\\;]/g, '\\$&')).join(between);
  // what would be read as JSON is written as JSON
  return joined.startsWith('[') ? JSON.stringify(texts) : joined;
}

/** The texts that `joinTexts` joined, or of a list in JSON. */
export function splitTexts(text: string): unknown[] {
  if (text.startsWith('[')) {
    const list = listIn(text);
    if (list) return list;
  }
  return unescapedParts(text)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function unescapedParts(text: string): string[] {
  const parts: string[] = [];
  let part = '';
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    const mark = text.charAt(at);
    const next = text.charAt(at + 1);
    if (mark === between) {
      parts.push(part + text.slice(from, at));
      part = '';
      from = at + 1;
    } else if (mark === '\\' && (next === '\\' || next === between)) {
      part += text.slice(from, at);
      at++;
      from = at;
    }
  }
  return [...parts, part + text.slice(from)];
}

function listIn(text: string): unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
