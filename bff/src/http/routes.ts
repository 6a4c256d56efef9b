import Router, { type RouterContext } from '@koa/router';
import type { Context, Middleware } from 'koa';

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
    const known = routers.get(segment);
    if (known) return known.router;
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
      const found = routers.get(segmentOf(ctx.path) ?? '');
      return found ? found.dispatch(ctx, next) : next();
    },
  };
}
