import Router, { type RouterContext } from '@koa/router';
import type { Context, Middleware } from 'koa';
import { readBytes, readJson, sendFile, sendJson } from './bodies.ts';
import {
  assertPermitted,
  BASE_PATH,
  type CallerSources,
  hideUnreadableCurrent,
  isAnonymous,
  readClientInfo,
  resolveCaller,
  resolveSubscriber,
} from './caller.ts';
import { allOperations, attributionLinks, type EntityKey, type Operation, type OperationId } from './contract.ts';
import { isForeignKeyViolation } from './errors.ts';
import type { EventStreams } from './event-stream.ts';
import type { Caller, EventsResponse, FileResponse, Handlers } from './operation-types.ts';
import type { IfMatch } from './precondition.ts';
import { invalid, Problem } from './problem.ts';
import { TIME_LIMITS, type TimeLimit, type TimeLimits, withTimeLimit } from './time-limits.ts';
import {
  assertResponseValid,
  createListSplitter,
  parameterValidator,
  toFieldProblems,
  toParameterProblems,
  validatorAt,
} from './validators.ts';

type Route = (ctx: Context, path: Record<string, string>) => Promise<void>;

interface Routes {
  /** Adds a route. `path` may contain parameters as whole segments, such as `{name}`, but no other patterns. */
  add(method: string, path: string, route: Route): void;
  middleware: Middleware;
}

const PARAMETER = /\/\{(\w+)\}(?=\/|$)/g;
const ROUTER_SYNTAX = /[:*(){}[\]+?!\\]/;
/** Matches the first segment: `countries` in `/dc/api/v1/countries/…`, `password` in `/dc/password`. */
const SEGMENT = /^\/dc\/(?:api\/v1\/)?([^/]+)/i;

const segmentOf = (path: string) => SEGMENT.exec(path)?.[1]?.toLowerCase();

/**
 * Creates one router per first segment, as a single router would try every path of the contract. Fixed segments ignore case and a trailing
 * slash and take precedence over parameters. Values that cannot be decoded stay as they are, so that the validation refuses them.
 */
export function createRoutes(): Routes {
  const routers = new Map<string, { router: Router; dispatch: Middleware }>();

  const routerFor = (segment: string): Router => {
    const existing = routers.get(segment);
    if (existing) return existing.router;
    const router = new Router({ exclusive: 'specificity' });
    const dispatch = router.routes();
    // the cast: the router adds the missing members itself
    routers.set(segment, { router, dispatch: (ctx, next) => dispatch(ctx as RouterContext, next) });
    return router;
  };

  return {
    add(method, path, route) {
      const pattern = path.replace(PARAMETER, '/$1');
      const segment = segmentOf(path);
      if (!segment || ROUTER_SYNTAX.test(pattern)) throw new Error(`${path} is not a valid path of an operation`);
      routerFor(segment).register(path.replace(PARAMETER, '/:$1'), [method], (ctx) => route(ctx, ctx.params));
    },
    middleware(ctx, next) {
      const entry = routers.get(segmentOf(ctx.path) ?? '');
      return entry ? entry.dispatch(ctx, next) : next();
    },
  };
}

/** What `mount` needs. */
export interface MountOptions extends CallerSources {
  handlers: Handlers;
  /** Reloads a caller without recording activity. @throws Problem unauthorized */
  refreshCaller(caller: Caller): Promise<Caller>;
  streams: EventStreams;
  /** Called for each response 403 to a caller who is signed in, for whatever reason. */
  onRefusal(refusal: Refusal): Promise<void>;
  /** Called for each operation that finished after its request had timed out. */
  onLateCompletion?(work: LateCompletion): void;
  /** Whether to validate responses against the contract, in tests and development. */
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
  /** Undefined if the operation succeeded. */
  error: unknown;
}

interface JsonResponse {
  status: number;
  data: unknown;
  version?: number;
  rightsHash?: string;
  attributedKinds?: readonly EntityKey[];
  stream?: never;
  events?: never;
}

type AnyResponse = JsonResponse | FileResponse<number, string> | EventsResponse<number>;
type AnyHandler = (request: object) => Promise<AnyResponse>;

/** Binds every operation of the contract to its handler: authenticate → authorise → validate → handle → validate the response. */
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
    // the cast: the validator checks requests against the operation at run time
    const handle = handlers[operation.id] as AnyHandler;
    // handlers report missing records themselves; a remaining violation means that the row, or the caller, was just deleted
    const toNotFound = async (caller: Caller) => {
      if (!isAnonymous(caller)) await callers.refreshCaller(caller);
      return new Problem('notFound');
    };
    const work = async (ctx: Context, path: Record<string, string>, timeLimit: TimeLimit) => {
      const subscriber = await resolveSubscriber(operation, ctx, callers);
      const caller = { ...(await resolveCaller(operation, subscriber, ctx, callers)), timeLimit };
      if (caller.rightsHash) ctx.set('X-Access-Version', caller.rightsHash);
      const origin = readClientInfo(ctx);
      // a subscriber's token already is the permission
      const assertCallerPermitted = (body?: unknown) => subscriber || assertPermitted(operation, caller, body);
      try {
        if (operation.permission !== 'by-event') assertCallerPermitted();
        const body = await readBody(operation, ctx, limits);
        if (operation.permission === 'by-event') assertCallerPermitted(body);
        const response = await handle({ ...validate(ctx, path, body), caller, subscriber, ...origin });
        return { response, caller };
      } catch (caught) {
        const error = isForeignKeyViolation(caught) ? await toNotFound(caller) : caught;
        if (error instanceof Problem && error.status === 403 && !isAnonymous(caller))
          await onRefusal({ operation: operation.id, caller, problem: error, ...origin });
        throw hideUnreadableCurrent(error, operation, caller);
      }
    };
    routes.add(operation.method, `${BASE_PATH}${operation.path}`, async (ctx, path) => {
      ctx.state.operation = operation.id;
      const { response, caller } = await withTimeLimit((timeLimit) => work(ctx, path, timeLimit), {
        limitMs: operation.takesBinaryBody ? limits.uploadMs : limits.answerMs,
        onLate: ({ tookMs, result, error }) => {
          // nobody will read the stream
          result?.response.stream?.destroy();
          onLateCompletion?.({ operation: operation.id, traceId: String(ctx.state.traceId), tookMs, error });
        },
      });
      ctx.status = response.status;
      const kinds = response.attributedKinds;
      const attribution = kinds ? attributionLinks(kinds) : operation.attribution;
      if (attribution) ctx.set('Link', attribution);
      if (response.stream) return sendFile(ctx, response);
      if (response.events) {
        const { events, check: checkFurther } = response;
        const check = async () => {
          const currentCaller = await callers.refreshCaller(caller);
          assertPermitted(operation, currentCaller, undefined);
          checkFurther?.(currentCaller);
        };
        return streams.open(ctx, events, { sessionId: caller.sessionId, userId: caller.id, check });
      }
      if (response.rightsHash) ctx.set('X-Access-Version', response.rightsHash);
      if (response.version !== undefined) ctx.set('ETag', `"${response.version}"`);
      const envelope = { code: response.status, message: ctx.message, data: response.data };
      if (validatesResponses) assertResponseValid(operation, response.status, envelope);
      sendJson(ctx, envelope);
    });
  }
  return routes.middleware;
}

function readBody({ body, takesBinaryBody }: Operation, ctx: Context, { stallMs }: TimeLimits): Promise<unknown> {
  if (takesBinaryBody) return readBytes(ctx, stallMs);
  return body ? readJson(ctx) : Promise.resolve(undefined);
}

const toIfMatch = (headerValidator: string): IfMatch =>
  headerValidator === '*' ? '*' : Number(headerValidator.slice(1, -1));

function createValidator(operation: Operation) {
  const splitLists = createListSplitter(operation);
  const queryValidator = parameterValidator(operation, 'query');
  const pathValidator = parameterValidator(operation, 'path');
  const headerValidator = parameterValidator(operation, 'header');
  const bodyValidator = operation.body ? validatorAt(operation.body) : undefined;
  return (ctx: Context, path: Record<string, string>, body: unknown) => {
    const values = { query: { ...ctx.query }, path, header: {} as { 'If-Match'?: string } };
    splitLists(values.query);
    if (ctx.get('If-Match')) values.header['If-Match'] = ctx.get('If-Match');
    const fields = [
      ...(queryValidator(values.query) ? [] : toParameterProblems(queryValidator.errors, '/query')),
      ...(pathValidator(values.path) ? [] : toParameterProblems(pathValidator.errors, '/path')),
      ...(headerValidator(values.header) ? [] : toParameterProblems(headerValidator.errors, '/header')),
      ...(!bodyValidator || bodyValidator(body) ? [] : toFieldProblems(bodyValidator.errors)),
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
