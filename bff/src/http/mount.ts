import type { Context, Middleware } from 'koa';
import { readBytes, readJson } from './body.ts';
import { checkAnswer } from './check-answer.ts';
import { allOperations, type Operation, type OperationId } from './contract.ts';
import { isDangling } from './errors.ts';
import type { EventStreams } from './event-stream.ts';
import type { Caller, EventsAnswer, FileAnswer, Handlers, Subscriber } from './operation-types.ts';
import { permissionByEvent } from './permission-by-event.ts';
import type { IfMatch } from './precondition.ts';
import { invalid, Problem } from './problem.ts';
import { createRoutes } from './routes.ts';
import { sendFile } from './send-file.ts';
import { sendJson } from './send-json.ts';
import { languageOf } from './texts.ts';
import { takeTicket } from './ticket.ts';
import { TIME_LIMITS, type TimeLimits, withinLimit } from './time-limit.ts';
import { parametersOf, schemaAt, toFields } from './validators.ts';

export interface MountOptions {
  handlers: Handlers;
  /** Who calls, by the bearer token; throws `unauthorized`. */
  authenticate(ctx: Context): Promise<Caller>;
  /** Who calls, by a ticket made for this very path and query; throws `unauthorized`. */
  redeem(ticket: string, path: string): Promise<Caller>;
  /** Which subscriber calls, by its token; undefined where there is none such. */
  subscriberBy(token: string): Promise<Subscriber | undefined>;
  /** The caller as they are now, which is no sign that they are there; throws `unauthorized`. */
  again(caller: Caller): Promise<Caller>;
  streams: EventStreams;
  /** Hears of each refusal for want of a permission. */
  refused(refusal: Refusal): Promise<void>;
  /** Hears of each operation that ended after its caller was told that it took too long. */
  late?(work: LateWork): void;
  /** Check every answer against the contract too: for tests and development. */
  checkAnswers: boolean;
  limits?: TimeLimits;
}

export interface Refusal {
  operation: OperationId;
  caller: Caller;
  problem: Problem;
  address: string;
  client: string;
}

export interface LateWork {
  operation: OperationId;
  traceId: string;
  tookMs: number;
  /** Undefined where it came to an answer. */
  error: unknown;
}

interface JsonAnswer {
  status: number;
  data: unknown;
  version?: number;
  accessVersion?: string;
  stream?: never;
  events?: never;
}

type AnyAnswer = JsonAnswer | FileAnswer<number, string> | EventsAnswer<number>;
type AnyHandler = (request: object) => Promise<AnyAnswer>;

const prefix = '/dc';

const nobody: Caller = {
  id: 0,
  username: '',
  sessionId: '',
  accessVersion: '',
  previewRoleId: null,
  administrator: false,
  may: () => false,
};

/** Binds every operation of the contract to its handler: authenticate → permit → validate → handle → check the answer. */
export function mount(options: MountOptions): Middleware {
  const { handlers, refused, late, checkAnswers, streams, limits = TIME_LIMITS, ...callers } = options;
  const routes = createRoutes();
  for (const operation of allOperations) {
    const validate = validator(operation);
    // which operation it is, is known at run time only: the validator has checked the request against this very one
    const handle = handlers[operation.id] as unknown as AnyHandler;
    // what is refused is named by its handler; what is left was deleted in the very moment, most likely with its caller
    const gone = async (caller: Caller) => {
      if (caller !== nobody) await callers.again(caller);
      return new Problem('notFound');
    };
    const work = async (ctx: Context, path: Record<string, string>) => {
      const subscriber = await subscriberOf(operation, ctx, callers);
      const caller = subscriber ? nobody : await callerOf(operation, ctx, callers);
      if (caller.accessVersion) ctx.set('X-Access-Version', caller.accessVersion);
      const origin = originOf(ctx);
      // its token is the permission for what takes it
      const permitted = (body?: unknown) => subscriber || permit(operation, caller, body);
      try {
        if (operation.permission !== 'by-event') permitted();
        const body = await bodyOf(operation, ctx, limits);
        if (operation.permission === 'by-event') permitted(body);
        const answer = await handle({ ...validate(ctx, path, body), caller, subscriber, ...origin });
        return { answer, caller };
      } catch (thrown) {
        const error = isDangling(thrown) ? await gone(caller) : thrown;
        if (error instanceof Problem && error.status === 403 && caller !== nobody)
          await refused({ operation: operation.id, caller, problem: error, ...origin });
        throw withoutUnread(error, operation, caller);
      }
    };
    routes.add(operation.method, `${prefix}${operation.path}`, async (ctx, path) => {
      ctx.state.operation = operation.id;
      const { answer, caller } = await withinLimit(() => work(ctx, path), {
        limitMs: operation.takesBytes ? limits.uploadMs : limits.answerMs,
        onLate: ({ tookMs, result, error }) => {
          // nobody is there to read it
          result?.answer.stream?.destroy();
          late?.({ operation: operation.id, traceId: String(ctx.state.traceId), tookMs, error });
        },
      });
      ctx.status = answer.status;
      if (answer.stream) return sendFile(ctx, answer);
      if (answer.events) {
        const { events, check: furtherCheck } = answer;
        const check = async () => {
          const now = await callers.again(caller);
          permit(operation, now, undefined);
          furtherCheck?.(now);
        };
        return streams.open(ctx, events, { sessionId: caller.sessionId, userId: caller.id, check });
      }
      if (answer.accessVersion) ctx.set('X-Access-Version', answer.accessVersion);
      if (answer.version !== undefined) ctx.set('ETag', `"${answer.version}"`);
      const envelope = { code: answer.status, message: ctx.message, data: answer.data };
      if (checkAnswers) checkAnswer(operation, answer.status, envelope);
      sendJson(ctx, envelope);
    });
  }
  return routes.middleware;
}

function bodyOf({ body, takesBytes }: Operation, ctx: Context, { stallMs }: TimeLimits): Promise<unknown> {
  if (takesBytes) return readBytes(ctx, stallMs);
  return body ? readJson(ctx) : Promise.resolve(undefined);
}

/** A subscriber's bearer token tells itself from a session's by its beginning. */
const subscriberToken = /^Bearer (gzf_\S+)$/i;

async function subscriberOf(
  { takesSubscriber }: Operation,
  ctx: Context,
  { subscriberBy }: Pick<MountOptions, 'subscriberBy'>,
): Promise<Subscriber | undefined> {
  const [, token] = (takesSubscriber && subscriberToken.exec(ctx.get('Authorization'))) || [];
  if (!token) return undefined;
  const subscriber = await subscriberBy(token);
  if (!subscriber) throw new Problem('unauthorized');
  return subscriber;
}

async function callerOf(
  operation: Operation,
  ctx: Context,
  { authenticate, redeem }: Pick<MountOptions, 'authenticate' | 'redeem'>,
): Promise<Caller> {
  if (operation.permission === 'open') return nobody;
  const ticket = operation.takesTicket ? takeTicket(ctx) : undefined;
  return ticket === undefined ? authenticate(ctx) : redeem(ticket, ctx.url.slice(prefix.length));
}

// no address is longer, whatever a proxy's header says
const longestAddress = 45;

const originOf = (ctx: Context) => ({
  address: ctx.ip.slice(0, longestAddress),
  client: ctx.get('User-Agent').slice(0, 255),
  language: languageOf(ctx),
  traceId: String(ctx.state.traceId),
});

/** The permission asked for, or undefined where a login is enough. */
function permissionFor(operation: Operation, body: unknown): string | undefined {
  if (operation.permission === 'open' || operation.permission === 'signed-in') return undefined;
  if (operation.permission !== 'by-event') return operation.permission;
  const { event, action } = (body ?? {}) as { event?: unknown; action?: unknown };
  // an event that does not exist is the validator's to refuse
  return permissionByEvent(operation.tag, event ?? action);
}

// a preview may be left, and writes nothing else
const leavesPreview: OperationId = 'logout';

function permit(operation: Operation, caller: Caller, body: unknown): void {
  const writes = operation.method !== 'get' && operation.id !== leavesPreview;
  if (writes && caller.previewRoleId !== null) throw new Problem('readOnlyPreview');
  const permission = permissionFor(operation, body);
  if (permission && !caller.may(permission)) throw new Problem('forbidden', { permission });
}

/** What a record is now is told to those who may read it. */
function withoutUnread(error: unknown, { tag }: Operation, caller: Caller): unknown {
  if (!(error instanceof Problem) || !error.details.current || caller.may(`${tag}:read`)) return error;
  const { current: _, ...details } = error.details;
  return new Problem(error.key, details);
}

const toIfMatch = (header: string): IfMatch => (header === '*' ? '*' : Number(header.slice(1, -1)));

function validator(operation: Operation) {
  const query = parametersOf(operation, 'query');
  const inPath = parametersOf(operation, 'path');
  const header = parametersOf(operation, 'header');
  const schema = operation.body ? schemaAt(operation.body) : undefined;
  return (ctx: Context, path: Record<string, string>, body: unknown) => {
    const values = { query: { ...ctx.query }, path, header: {} as { 'If-Match'?: string } };
    if (ctx.get('If-Match')) values.header['If-Match'] = ctx.get('If-Match');
    const fields = [
      ...(query(values.query) ? [] : toFields(query.errors, '/query')),
      ...(inPath(values.path) ? [] : toFields(inPath.errors, '/path')),
      ...(header(values.header) ? [] : toFields(header.errors, '/header')),
      ...(!schema || schema(body) ? [] : toFields(schema.errors)),
    ];
    if (fields.length > 0) throw invalid(...fields);
    const ifMatch = values.header['If-Match'];
    return {
      query: values.query,
      path: values.path,
      body,
      ifMatch: ifMatch && toIfMatch(ifMatch),
    };
  };
}
