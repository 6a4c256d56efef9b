import { STATUS_CODES } from 'node:http';
import type { IHttpRequest } from '@stoplight/prism-http';
import { resolve } from '../contract/contract.ts';
import type { Operation } from '../contract/operations.ts';
import { type Language, preferredLanguage } from '../contract/texts.ts';
import type { Contract, Ref } from '../contract/types.ts';
import { accessVersion, callerOf } from './accounts/access.ts';
import type { MockData } from './data.ts';
import { exampleOfStatus, isDownload, isStream } from './examples.ts';
import { createValidation, type Violation } from './prism.ts';
import { forbidden, Refusal, refusalEnvelope } from './refusal.ts';
import type { Body, Caller, IfMatch, MockAnswer, MockRequest } from './request.ts';
import { createRoutes } from './routes.ts';
import { createState } from './state.ts';
import { toFieldFaults } from './violations.ts';

/** A request as it arrives, with a path without `/dc`. */
export interface IncomingRequest {
  method: string;
  url: URL;
  headers: Record<string, string>;
  body: Buffer;
}

export interface OutgoingAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
  /** Further events follow, so the answer stays open. */
  staysOpen?: boolean;
}

export interface Mock {
  data: MockData;
  /** The ids of the operations that it remembers. */
  remembered: string[];
  answer(request: IncomingRequest): Promise<OutgoingAnswer>;
  /** Answers what a request gets that the switch lets fail. */
  failing(request: IncomingRequest): OutgoingAnswer;
}

const MAX_BODY_BYTES = 2 ** 20;

/** Creates a mock of the contract: Prism validates requests and answers, behind it is a state that remembers records, users and sessions. */
export async function createMock(contract: Contract, earlierData?: MockData): Promise<Mock> {
  const state = createState(contract, earlierData);
  const findRoute = createRoutes(contract);
  const validate = await createValidation({ fresh: earlierData !== undefined });
  const { data } = state;

  async function answer(incoming: IncomingRequest): Promise<OutgoingAnswer> {
    const route = findRoute(incoming.method, incoming.url.pathname);
    if (!route) return plainAnswer(404, 'The contract has no such operation.');
    const { operation, path } = route;
    const language = languageOf(incoming);
    const code = incoming.url.searchParams.get('__code');
    if (code !== null) return exampleAnswerOf(operation, Number(code));
    try {
      const caller = authenticate(operation, incoming);
      const query = queryOf(incoming);
      const body = parseBody(operation, incoming);
      authorise(operation, body, caller);
      const request = {
        operation,
        path,
        query,
        body,
        language,
        ifMatch: ifMatchOf(incoming),
        ...(caller && { caller }),
      };
      // Cast: only handlers of operations that need no session are called without a caller.
      return await perform(request as MockRequest, incoming);
    } catch (error) {
      if (error instanceof Refusal) return toOutgoing(refusalEnvelope(contract, error, language), error.status);
      throw error;
    }
  }

  function authenticate(operation: Operation, { headers, url }: IncomingRequest): Caller | undefined {
    if (operation.isPublic) return undefined;
    const ticket = url.searchParams.get('ticket');
    const token = ticket === null ? headers.authorization?.replace(/^Bearer /, '') : takeTicket(ticket, url);
    const caller = callerOf(data, token);
    if (!caller) throw new Refusal(401, 'unauthorized');
    const isWrite = operation.method !== 'get' && operation.id !== 'logout';
    if (operation.permission === 'signed-in' && caller.session.previewOf && isWrite)
      throw new Refusal(403, 'readOnlyPreview');
    return caller;
  }

  /** Returns the token behind a ticket, which is good once and for the path that it was made for. */
  function takeTicket(ticket: string, url: URL): string | undefined {
    const found = data.tickets.get(ticket);
    data.tickets.delete(ticket);
    const wanted = new URL(found?.path ?? '/', url);
    const search = new URLSearchParams(url.searchParams);
    search.delete('ticket');
    return wanted.pathname === url.pathname && wanted.searchParams.toString() === search.toString()
      ? found?.token
      : undefined;
  }

  function authorise({ permission, tag }: Operation, body: Body, caller: Caller | undefined): void {
    if (!caller || permission === undefined || permission === 'signed-in') return;
    const event = String(body.event ?? body.action);
    const verb = event === 'delete' ? 'delete' : contract['x-transitions'][event]?.permission;
    // an unknown event has no permission, and is refused as such
    if (permission === 'by-event' && verb === undefined) return;
    const needed = permission === 'by-event' ? `${tag}:${verb}` : permission;
    if (!caller.may(needed)) throw forbidden(needed);
  }

  async function perform(request: MockRequest, incoming: IncomingRequest): Promise<OutgoingAnswer> {
    const { operation } = request;
    assertParametersKnown(operation, incoming);
    if (operation.takesBytes || isStream(operation) || isDownload(operation)) return answerDirectly(request, incoming);
    let unexpected: unknown;
    const { response, violations } = await validate(operation.id, toPrismRequest(request, incoming), (faults) => {
      try {
        const { status, ...rest } = answerValidated(request, faults);
        const headers = jsonHeaders(request, rest);
        return { statusCode: status, headers, body: { code: status, message: STATUS_CODES[status], data: rest.data } };
      } catch (error) {
        if (!(error instanceof Refusal)) unexpected = error;
        const refusal = error instanceof Refusal ? error : new Refusal(500, 'serverError');
        const body = refusalEnvelope(contract, refusal, request.language);
        const headers = { ...jsonHeaders(request, {}), ...(refusal.status === 429 && { 'retry-after': '60' }) };
        return { statusCode: refusal.status, headers, body };
      }
    });
    if (unexpected !== undefined) throw unexpected;
    // records from before a change of the contract may break it, and are still to be seen
    if (violations.length > 0)
      console.error(`The answer breaks the contract at ${operation.id}: ${describe(violations)}`);
    const headers = response.headers as Record<string, string>; // Cast: the headers built above.
    return { status: response.statusCode, headers, body: JSON.stringify(response.body) };
  }

  function answerValidated(request: MockRequest, faults: Violation[]): MockAnswer {
    assertValid(request, faults);
    return state.answer(request);
  }

  function assertValid({ body, operation }: MockRequest, faults: Violation[]): void {
    const fields = toFieldFaults(contract, operation, body, faults);
    if (fields.length > 0) throw new Refusal(422, 'validationError', { fields });
  }

  /** Answers files, uploads and streams, of which Prism validates only the parameters. */
  async function answerDirectly(request: MockRequest, incoming: IncomingRequest): Promise<OutgoingAnswer> {
    const { body: _, ...prismRequest } = toPrismRequest(request, incoming);
    let faults: Violation[] = [];
    await validate(request.operation.id, prismRequest, (found) => {
      faults = found.filter(({ path }) => path.length > 0 && path[0] !== 'body');
      return { statusCode: 200 };
    });
    assertValid(request, faults);
    return isStream(request.operation) ? streamAnswer(request) : fileAnswer(request);
  }

  const jsonHeaders = ({ caller }: Pick<MockRequest, 'caller'>, { version, headers }: Partial<MockAnswer>) => ({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    ...(caller && { 'x-access-version': accessVersion(data, caller) }),
    ...(version !== undefined && { etag: `"${version}"` }),
    ...headers,
  });

  function fileAnswer(request: MockRequest): OutgoingAnswer {
    const answer = state.answer(request);
    if (request.operation.takesBytes) {
      const body = { code: answer.status, message: STATUS_CODES[answer.status], data: answer.data };
      return { status: answer.status, headers: jsonHeaders(request, answer), body: JSON.stringify(body) };
    }
    return { status: answer.status, headers: answer.headers ?? {}, body: String(answer.data) };
  }

  /** Sends once what the operation beside the stream answers, as nothing changes behind the caller's back. */
  function streamAnswer(request: MockRequest): OutgoingAnswer {
    const found = findRoute('get', request.operation.path.replace(/\/events$/, ''));
    const answer = found ? state.answer({ ...request, operation: found.operation }) : { data: {} };
    const headers = { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' };
    return { status: 200, headers, body: `data: ${JSON.stringify(answer.data)}\n\n`, staysOpen: true };
  }

  const failing = (incoming: IncomingRequest): OutgoingAnswer =>
    toOutgoing(refusalEnvelope(contract, new Refusal(500, 'serverError'), languageOf(incoming)), 500);

  return { data, remembered: state.remembered, answer, failing };

  /** @throws Refusal 422 for parameters that the contract does not have, which Prism ignores */
  function assertParametersKnown({ parameters }: Operation, { url }: IncomingRequest): void {
    const names = new Set(['ticket', ...parameters.filter((each) => each.in === 'query').map(({ name }) => name)]);
    const fields = [...url.searchParams.keys()]
      .filter((name) => !names.has(name))
      .map((name) => ({ pointer: `/query/${name}`, rule: 'additionalProperties' }));
    if (fields.length > 0) throw new Refusal(422, 'validationError', { fields });
  }

  /** @throws Refusal 413 for too much, 400 for what is no JSON */
  function parseBody({ body: media, takesBytes }: Operation, { body, headers }: IncomingRequest): Body {
    if (body.length > MAX_BODY_BYTES) throw new Refusal(413, 'tooLarge');
    if (takesBytes && headers['content-type']?.includes('json')) throw new Refusal(400, 'invalidRequest');
    if (takesBytes || !media) return {};
    try {
      return JSON.parse(body.toString('utf8'));
    } catch {
      throw new Refusal(400, 'invalidRequest');
    }
  }

  function exampleAnswerOf(operation: Operation, status: number): OutgoingAnswer {
    const example = exampleOfStatus(operation, status);
    if (example === undefined) return plainAnswer(400, `${operation.id} has no documented example of ${status}.`);
    const declared = operation.responses.find((response) => response.status === status);
    const headers = Object.entries(declared?.headers ?? {}).map(([name, node]) => {
      const { example = '1' } = resolve<{ example?: string | number }>(contract, node as Ref); // Cast: each is a reference, or has its own example.
      return [name.toLowerCase(), String(example)];
    });
    return toOutgoing(example, status, Object.fromEntries(headers));
  }
}

const describe = (violations: Violation[]) =>
  violations.map(({ path, message }) => `${path.join('.')} ${message}`).join('; ');

const toOutgoing = (body: unknown, status: number, headers: Record<string, string> = {}): OutgoingAnswer => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  body: JSON.stringify(body),
});

const plainAnswer = (status: number, body: string): OutgoingAnswer => ({
  status,
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  body,
});

const languageOf = ({ headers }: IncomingRequest): Language => preferredLanguage(headers['accept-language']);

const queryOf = ({ url }: IncomingRequest): Record<string, string> => Object.fromEntries(url.searchParams);

function ifMatchOf({ headers }: IncomingRequest): IfMatch {
  const value = headers['if-match'];
  return value === undefined || value === '*' ? value : Number(value.replaceAll('"', ''));
}

function toPrismRequest({ body, operation }: MockRequest, { method, url, headers }: IncomingRequest): IHttpRequest {
  return {
    method: method.toLowerCase() as IHttpRequest['method'], // Cast: one of the contract's methods, as a route was found.
    url: { path: url.pathname, query: Object.fromEntries(url.searchParams) },
    headers,
    ...(operation.body && { body }),
  };
}
