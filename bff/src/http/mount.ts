import Router, { type RouterContext } from '@koa/router';
import type { Context, Middleware } from 'koa';
import { readBytes, readJson, sendFile, sendJson } from './bodies.ts';
import {
  assertPermitted,
  BASE_PATH,
  type CallerSources,
  hideUnreadableCurrent,
  isAnonymous,
  readOrigin,
  resolveCaller,
  resolveSubscriber,
} from './caller.ts';
import { allOperations, type Operation, type OperationId } from './contract.ts';
import { isForeignKeyViolation } from './errors.ts';
import type { EventStreams } from './event-stream.ts';
import type { Caller, EventsAnswer, FileAnswer, Handlers } from './operation-types.ts';
import type { IfMatch } from './precondition.ts';
import { invalid, Problem } from './problem.ts';
import { TIME_LIMITS, type TimeLimit, type TimeLimits, withTimeLimit } from './time-limits.ts';
import { assertResponseValid, parameterValidator, toFieldProblems, validatorAt } from './validators.ts';

type Route = (ctx: Context, path: Record<string, string>) => Promise<void>;

interface Routes {
  /** `path` has its parameters as `{name}`, each between two slashes; what else a router takes for a pattern is not for paths. */
  add(method: string, path: string, route: Route): void;
  middleware: Middleware;
}

const PARAMETER = /\/\{(\w+)\}(?=\/|$)/g;
const PATTERN = /[:*(){}[\]+?!\\]/;
/** `/dc/api/v1/countries/…` → `countries`, `/dc/password` → `password` */
const SEGMENT = /^\/dc\/(?:api\/v1\/)?([^/]+)/i;

const segmentOf = (path: string) => SEGMENT.exec(path)?.[1]?.toLowerCase();

/**
 * A router for each segment that tells operations apart, as one router would try every path of the contract. Of fixed parts the letter
 * case does not matter, nor does a slash at the end; fixed parts come before parameters. What cannot be decoded stays as it is, for
 * the checks of parameters to refuse.
 */
export function createRoutes(): Routes {
  const routers = new Map<string, { router: Router; dispatch: Middleware }>();

  const routerFor = (segment: string): Router => {
    const existing = routers.get(segment);
    if (existing) return existing.router;
    const router = new Router({ exclusive: 'specificity' });
    const dispatch = router.routes();
    // the router itself adds what its own context has beside koa's
    routers.set(segment, { router, dispatch: (ctx, next) => dispatch(ctx as RouterContext, next) });
    return router;
  };

  return {
    add(method, path, route) {
      const pattern = path.replace(PARAMETER, '/$1');
      const segment = segmentOf(path);
      if (!segment || PATTERN.test(pattern)) throw new Error(`${path} is no path of an operation`);
      routerFor(segment).register(path.replace(PARAMETER, '/:$1'), [method], (ctx) => route(ctx, ctx.params));
    },
    middleware(ctx, next) {
      const match = routers.get(segmentOf(ctx.path) ?? '');
      return match ? match.dispatch(ctx, next) : next();
    },
  };
}

export interface MountOptions extends CallerSources {
  handlers: Handlers;
  /** The caller as they are now, which is no sign that they are there; throws `unauthorized`. */
  refreshCaller(caller: Caller): Promise<Caller>;
  streams: EventStreams;
  /** Hears of each refusal for want of a permission. */
  onRefusal(refusal: Refusal): Promise<void>;
  /** Hears of each operation that ended after its caller was told that it took too long. */
  onLateCompletion?(work: LateCompletion): void;
  /** Check every answer against the contract too: for tests and development. */
  validatesResponses: boolean;
  limits?: TimeLimits;
}

export interface Refusal {
  operation: OperationId;
  caller: Caller;
  problem: Problem;
  address: string;
  client: string;
}

interface LateCompletion {
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
  rightsHash?: string;
  stream?: never;
  events?: never;
}

type AnyAnswer = JsonAnswer | FileAnswer<number, string> | EventsAnswer<number>;
type AnyHandler = (request: object) => Promise<AnyAnswer>;

/** Binds every operation of the contract to its handler: authenticate → permit → validate → handle → check the answer. */
export function mount(options: MountOptions): Middleware {
  const {
    handlers,
    onRefusal,
    onLateCompletion,
    validatesResponses,
    streams,
    limits = TIME_LIMITS,
    ...callers
  } = options;
  const routes = createRoutes();
  for (const operation of allOperations) {
    const validate = createValidator(operation);
    // which operation it is, is known at run time only: the validator has checked the request against this very one
    const handle = handlers[operation.id] as AnyHandler;
    // what is refused is named by its handler; what is left was deleted in the very moment, most likely with its caller
    const gone = async (caller: Caller) => {
      if (!isAnonymous(caller)) await callers.refreshCaller(caller);
      return new Problem('notFound');
    };
    const work = async (ctx: Context, path: Record<string, string>, timeLimit: TimeLimit) => {
      const subscriber = await resolveSubscriber(operation, ctx, callers);
      const caller = { ...(await resolveCaller(operation, subscriber, ctx, callers)), timeLimit };
      if (caller.rightsHash) ctx.set('X-Access-Version', caller.rightsHash);
      const origin = readOrigin(ctx);
      // its token is the permission for what takes it
      const permitted = (body?: unknown) => subscriber || assertPermitted(operation, caller, body);
      try {
        if (operation.permission !== 'by-event') permitted();
        const body = await bodyOf(operation, ctx, limits);
        if (operation.permission === 'by-event') permitted(body);
        const answer = await handle({ ...validate(ctx, path, body), caller, subscriber, ...origin });
        return { answer, caller };
      } catch (thrown) {
        const error = isForeignKeyViolation(thrown) ? await gone(caller) : thrown;
        if (error instanceof Problem && error.status === 403 && !isAnonymous(caller))
          await onRefusal({ operation: operation.id, caller, problem: error, ...origin });
        throw hideUnreadableCurrent(error, operation, caller);
      }
    };
    routes.add(operation.method, `${BASE_PATH}${operation.path}`, async (ctx, path) => {
      ctx.state.operation = operation.id;
      const { answer, caller } = await withTimeLimit((timeLimit) => work(ctx, path, timeLimit), {
        limitMs: operation.takesBinaryBody ? limits.uploadMs : limits.answerMs,
        onLate: ({ tookMs, result, error }) => {
          // nobody is there to read it
          result?.answer.stream?.destroy();
          onLateCompletion?.({ operation: operation.id, traceId: String(ctx.state.traceId), tookMs, error });
        },
      });
      ctx.status = answer.status;
      if (answer.stream) return sendFile(ctx, answer);
      if (answer.events) {
        const { events, check: furtherCheck } = answer;
        const check = async () => {
          const now = await callers.refreshCaller(caller);
          assertPermitted(operation, now, undefined);
          furtherCheck?.(now);
        };
        return streams.open(ctx, events, { sessionId: caller.sessionId, userId: caller.id, check });
      }
      if (answer.rightsHash) ctx.set('X-Access-Version', answer.rightsHash);
      if (answer.version !== undefined) ctx.set('ETag', `"${answer.version}"`);
      const envelope = { code: answer.status, message: ctx.message, data: answer.data };
      if (validatesResponses) assertResponseValid(operation, answer.status, envelope);
      sendJson(ctx, envelope);
    });
  }
  return routes.middleware;
}

function bodyOf({ body, takesBinaryBody }: Operation, ctx: Context, { stallMs }: TimeLimits): Promise<unknown> {
  if (takesBinaryBody) return readBytes(ctx, stallMs);
  return body ? readJson(ctx) : Promise.resolve(undefined);
}

const toIfMatch = (header: string): IfMatch => (header === '*' ? '*' : Number(header.slice(1, -1)));

function createValidator(operation: Operation) {
  const query = parameterValidator(operation, 'query');
  const inPath = parameterValidator(operation, 'path');
  const header = parameterValidator(operation, 'header');
  const schema = operation.body ? validatorAt(operation.body) : undefined;
  return (ctx: Context, path: Record<string, string>, body: unknown) => {
    const values = { query: { ...ctx.query }, path, header: {} as { 'If-Match'?: string } };
    if (ctx.get('If-Match')) values.header['If-Match'] = ctx.get('If-Match');
    const fields = [
      ...(query(values.query) ? [] : toFieldProblems(query.errors, '/query')),
      ...(inPath(values.path) ? [] : toFieldProblems(inPath.errors, '/path')),
      ...(header(values.header) ? [] : toFieldProblems(header.errors, '/header')),
      ...(!schema || schema(body) ? [] : toFieldProblems(schema.errors)),
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
