import type { Exchange } from '../suite/exchanges.ts';
import type { Secrets } from './secrets.ts';

/** A value that one response gave and a later request needs, such as the id of a new record. */
interface Capture {
  variable: string;
  value: string | number;
  source: Exchange;
  /** Where jq finds it. */
  filter: string;
}

const longRun = /(.)\1{200,}/su;

/**
 * Returns shell commands that repeat a request, after those that created what it needs. `shown` are the requests to be repeated; of
 * the others, only successful writes count.
 */
export function curlScript(exchanges: Exchange[], shown: Exchange[], secrets: Secrets): string {
  const last = exchanges.findLastIndex((exchange) => shown.includes(exchange));
  const steps = exchanges
    .slice(0, last + 1)
    .filter((exchange) => shown.includes(exchange) || isNeeded(exchange, secrets));
  const captures = findCaptures(steps);
  return steps.map((step) => toCommand(step, captures, secrets)).join('\n');
}

/** Returns true for writes that succeeded, except for sign-ins of the roles, whose tokens are in variables. */
function isNeeded({ operation, response }: Exchange, secrets: Secrets): boolean {
  if (operation.method === 'get' || response === undefined || response.status >= 300) return false;
  const token = dataOf(response.text)?.token;
  return !(operation.id === 'login' && typeof token === 'string' && secrets.tokenVariable(token));
}

function findCaptures(steps: Exchange[]): Capture[] {
  const captures: Capture[] = [];
  for (const [index, source] of steps.entries()) {
    const later = steps.slice(index + 1);
    for (const { filter, name, value } of leavesOf(dataOf(source.response?.text), '.data')) {
      if (captures.some((capture) => capture.value === value) || !later.some((step) => uses(step, name, value)))
        continue;
      const base = name.replace(/[^a-z]/gi, '').toUpperCase();
      const count = captures.filter(({ variable }) => variable.replace(/\d+$/, '') === base).length;
      captures.push({ variable: count === 0 ? base : `${base}${count + 1}`, value, source, filter });
    }
  }
  return captures;
}

interface Leaf {
  filter: string;
  name: string;
  value: string | number;
}

/** Returns ids and tokens in the data of a response. */
function leavesOf(node: unknown, filter: string, depth = 0): Leaf[] {
  if (typeof node !== 'object' || node === null || Array.isArray(node) || depth > 2) return [];
  return Object.entries(node).flatMap(([name, value]): Leaf[] => {
    const isId = typeof value === 'number' && /id$/i.test(name);
    const isToken = typeof value === 'string' && /^(token|challenge|secret|ticket|nextCursor)$/.test(name);
    if (isId || isToken) return [{ filter: `${filter}.${name}`, name, value }];
    return leavesOf(value, `${filter}.${name}`, depth + 1);
  });
}

function uses({ input, token, headers, body = '' }: Exchange, name: string, value: string | number): boolean {
  if (typeof value === 'string')
    return token === value || headers.authorization === `Bearer ${value}` || body.includes(JSON.stringify(value));
  return Object.values(input.params ?? {}).includes(value) || new RegExp(`"${name}":${value}\\b`).test(body);
}

function toCommand(exchange: Exchange, captures: Capture[], secrets: Secrets): string {
  const { operation, body } = exchange;
  const own = captures.filter(({ source }) => source === exchange);
  const method = operation.method.toUpperCase();
  const parts = [
    `curl -sS${own.length > 0 ? '' : 'i'}${method === 'GET' ? '' : ` -X ${method}`} "$URL${pathOf(exchange, captures)}"`,
    ...headersOf(exchange, captures, secrets),
    ...(body === undefined || longRun.test(body) ? [] : [`--data-binary ${quotedBody(body, captures, secrets)}`]),
  ];
  const command = parts.join(' \\\n  ');
  const piped =
    body !== undefined && longRun.test(body) ? `${printBody(body)} | ${command} \\\n  --data-binary @-` : command;
  if (own.length === 0) return piped;
  if (own.length === 1) return own.map(({ variable, filter }) => `${variable}=$(${piped} | jq -r ${filter})`).join('');
  const reads = own.map(({ variable, filter }) => `${variable}=$(printf %s "$ANSWER" | jq -r ${filter})`);
  return [`ANSWER=$(${piped})`, ...reads].join('\n');
}

function pathOf({ operation, input, url }: Exchange, captures: Capture[]): string {
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = input.params?.[name] ?? '';
    const capture = captures.find((candidate) => candidate.value === value);
    return capture ? `$${capture.variable}` : encodeURIComponent(String(value));
  });
  return path + new URL(url).search;
}

function headersOf({ headers }: Exchange, captures: Capture[], secrets: Secrets): string[] {
  return Object.entries(headers).flatMap(([name, value]) => {
    if (name === 'accept' || (name === 'accept-language' && value === 'zh-CN')) return [];
    if (name !== 'authorization') return [`-H ${quote(`${name}: ${value}`)}`];
    const token = value.replace(/^Bearer /, '');
    const variable = captures.find((capture) => capture.value === token)?.variable ?? secrets.tokenVariable(token);
    // A forged token, which is unsigned, is part of the case; any other unknown token might be valid.
    const isHarmless = token.length < 20 || token.endsWith('.');
    if (variable === undefined && isHarmless) return [`-H ${quote(`${name}: ${value}`)}`];
    return [`-H "authorization: Bearer $${variable ?? 'TOKEN'}"`];
  });
}

function quotedBody(body: string, captures: Capture[], secrets: Secrets): string {
  const withVariables = captures.reduce(
    (text, { value, variable }) => {
      const inserted = `'"$${variable}"'`;
      if (typeof value === 'string') return text.replaceAll(JSON.stringify(value), `"${inserted}"`);
      return text.replace(new RegExp(`("\\w*id":)${value}\\b`, 'gi'), `$1${inserted.replaceAll('$', '$$$$')}`);
    },
    body.replaceAll("'", `'\\''`),
  );
  return `'${secrets.inSingleQuotes(withVariables)}'`;
}

/** Returns a command that prints a body in which some character repeats very often. */
function printBody(body: string): string {
  const [run = '', character = ''] = longRun.exec(body) ?? [];
  const [before = '', after = ''] = [body.slice(0, body.indexOf(run)), body.slice(body.indexOf(run) + run.length)];
  const repeat = `printf '%${run.length}s' ''${character === ' ' ? '' : ` | tr ' ' ${quote(character)}`}`;
  return `{ printf %s ${quote(before)}; ${repeat}; printf %s ${quote(after)}; }`;
}

const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

function dataOf(text = ''): Record<string, unknown> | undefined {
  try {
    return JSON.parse(text).data;
  } catch {
    return undefined;
  }
}
