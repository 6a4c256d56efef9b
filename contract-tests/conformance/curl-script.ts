import type { Exchange } from '../suite/requests/exchanges.ts';
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
 * Returns shell commands that repeat a request, after those that created what it needs and before those that delete it, so that they
 * can be run again. `shown` are the requests to be repeated; of the others, only successful writes count.
 */
export function curlScript(exchanges: Exchange[], shown: Exchange[], secrets: Secrets): string {
  const last = exchanges.findLastIndex((exchange) => shown.includes(exchange));
  const steps = exchanges
    .slice(0, last + 1)
    .filter((exchange) => shown.includes(exchange) || isNeeded(exchange, secrets));
  const captures = findCaptures(steps);
  const commands = [
    ...steps.map((step) => toCommand(step, captures, secrets, shown.includes(step))),
    ...deletions(steps, captures, secrets),
  ];
  // In a subshell, `exit` does not end the shell that the commands are pasted into.
  return captures.length > 0 ? `(\n${commands.join('\n')}\n)` : commands.join('\n');
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
      const isUsed = later.some((step) => uses(step, name, value)) || isNewRecord(source, filter);
      if (captures.some((capture) => capture.value === value) || !isUsed) continue;
      const base = name.replace(/[^a-z]/gi, '').toUpperCase();
      const count = captures.filter(({ variable }) => variable.replace(/\d+$/, '') === base).length;
      captures.push({ variable: count === 0 ? base : `${base}${count + 1}`, value, source, filter });
    }
  }
  return captures;
}

/** A record that a request creates has to be deleted, even if no later request uses it. */
const isNewRecord = ({ operation, response }: Exchange, filter: string): boolean =>
  operation.method === 'post' &&
  response?.status === 201 &&
  filter === '.data.record.id' &&
  !operation.path.includes('{');

/** Returns the commands that delete the new records, the newest first, as others may refer to the older ones. */
function deletions(steps: Exchange[], captures: Capture[], secrets: Secrets): string[] {
  return captures
    .filter(({ source, filter }) => isNewRecord(source, filter))
    .reverse()
    .flatMap(({ source, variable, value }) => {
      const path = `"$URL${source.operation.path}/$${variable}`;
      const own = steps.filter(({ input }) => Object.values(input.params ?? {}).includes(value));
      if (own.some(({ operation, response }) => operation.method === 'delete' && isDeleted(operation.path, response)))
        return [];
      // Views are deleted by who has saved them.
      const owner = source.operation.tag === 'view' ? secrets.tokenVariable(source.token ?? '') : undefined;
      const isActive = own.some(({ body }) => body?.includes('"event":"activate"'));
      const isProposed = own.some(({ response }) => Boolean(dataOf(response?.text)?.proposal));
      const request = (method: string, rest: string, token: string, more = '') =>
        `curl -sS -o /dev/null -X ${method} ${path}${rest}" -H "authorization: Bearer $${token}" -H 'if-match: *'${more}`;
      const deactivation = ` -H 'content-type: application/json' -d '{"event":"deactivate"}'`;
      return [
        ...(isProposed ? [request('DELETE', '/proposal', 'EDITOR_TOKEN')] : []),
        ...(isActive ? [request('POST', '/transitions', 'REVIEWER_TOKEN', deactivation)] : []),
        request('DELETE', '', owner ?? 'ADMIN_TOKEN'),
      ];
    });
}

const isDeleted = (path: string, response: Exchange['response']): boolean =>
  path.endsWith('}') && response !== undefined && response.status < 300 && !dataOf(response.text)?.proposal;

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
  const queried = Object.entries(input.query ?? {}).some(
    ([parameter, text]) => /ids?$/i.test(parameter) && String(text).split(',').includes(String(value)),
  );
  return queried || Object.values(input.params ?? {}).includes(value) || new RegExp(`"${name}":${value}\\b`).test(body);
}

function toCommand(exchange: Exchange, captures: Capture[], secrets: Secrets, isShown: boolean): string {
  const { operation, body } = exchange;
  const own = captures.filter(({ source }) => source === exchange);
  const method = operation.method.toUpperCase();
  const parts = [
    `curl -sS${outputOptions(exchange, own.length > 0, isShown)}${method === 'GET' ? '' : ` -X ${method}`} "$URL${pathOf(exchange, captures)}"`,
    ...headersOf(exchange, captures, secrets),
    ...(body === undefined || longRun.test(body) ? [] : [`--data-binary ${quotedBody(body, captures, secrets)}`]),
  ];
  const command = parts.join(' \\\n  ');
  const piped =
    body !== undefined && longRun.test(body) ? `${printBody(body)} | ${command} \\\n  --data-binary @-` : command;
  if (own.length === 0) return piped;
  const checks = own.map(({ variable }) => checkOf(variable, exchange));
  const answer = isShown ? `printf %s "$ANSWER" | tr -d '\\r' | sed '1,/^$/d'` : 'printf %s "$ANSWER"';
  const reads = own.map(({ variable, filter }) => `${variable}=$(${answer} | jq -r ${filter} 2>/dev/null)`);
  const print = isShown ? ['printf "%s\\n" "$ANSWER"'] : [];
  return [`ANSWER=$(${piped})`, ...print, ...reads, ...(isShown ? [] : checks)].join('\n');
}

/** Without the value that an earlier request gives, the later ones make no sense, and what it gave instead says why. */
const checkOf = (variable: string, { operation }: Exchange): string =>
  `[ -n "\${${variable}#null}" ] || { echo "${operation.id} gave no ${variable}, which the next requests need: $ANSWER"; exit 1; }`;

/** The answers that a script does not read and is not about are told by their status alone. */
function outputOptions({ operation }: Exchange, isRead: boolean, isShown: boolean): string {
  if (isShown) return 'i';
  return isRead ? '' : ` -o /dev/null -w '${operation.id} %{http_code}\\n'`;
}

function pathOf({ operation, input, url }: Exchange, captures: Capture[]): string {
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = input.params?.[name] ?? '';
    const capture = captures.find((candidate) => candidate.value === value);
    return capture ? `$${capture.variable}` : encodeURIComponent(String(value));
  });
  const isIds = ([name]: [string, unknown]) => /ids?$/i.test(name);
  const query = Object.entries(input.query ?? {});
  if (!query.some(isIds)) return path + new URL(url).search;
  const variableOf = (id: string) => {
    const capture = captures.find(({ value }) => String(value) === id);
    return capture ? `$${capture.variable}` : encodeURIComponent(id);
  };
  const parts = query.map(([name, value]) => {
    const text = isIds([name, value])
      ? String(value).split(',').map(variableOf).join(',')
      : encodeURIComponent(String(value));
    return `${name}=${text}`;
  });
  return `${path}?${parts.join('&')}`;
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
