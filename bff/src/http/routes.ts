import createRouter, { type HTTPMethod } from 'find-my-way';
import type { Context, Middleware } from 'koa';

export type Route = (ctx: Context, path: Record<string, string>) => Promise<void>;

export interface Routes {
  /** `path` has its parameters as `{name}`, each between two slashes; `:` and `*` are not for paths. */
  add(method: string, path: string, route: Route): void;
  middleware: Middleware;
}

const parameter = /\/\{(\w+)\}(?=\/|$)/g;

/** Of fixed parts the letter case does not matter, nor does a slash at the end; fixed parts come before parameters. */
export function createRoutes(): Routes {
  // how long a parameter may be, its check knows
  const router = createRouter({ caseSensitive: false, ignoreTrailingSlash: true, maxParamLength: Infinity });
  return {
    add(method, path, route) {
      if (/[:*]/.test(path)) throw new Error(`${path} would be a pattern`);
      // the router refuses what is no method
      router.on(method.toUpperCase() as HTTPMethod, path.replace(parameter, '/:$1'), () => undefined, route);
    },
    middleware(ctx, next) {
      // the router would take nothing for a parameter
      if (ctx.path.includes('//')) return next();
      // what answers GET answers HEAD, whose body is left out; of other methods the router finds nothing
      const method = (ctx.method === 'HEAD' ? 'GET' : ctx.method) as HTTPMethod;
      // where the router cannot decode it finds nothing; a request's path has no blanks, and blanks are nothing to decode
      const found = router.find(method, ctx.path.replaceAll('%', ' '));
      if (!found) return next();
      const route: Route = found.store;
      const values = Object.entries(found.params).map(([name, value = '']) => [name, decoded(value)]);
      return route(ctx, Object.fromEntries(values));
    },
  };
}

/** What cannot be decoded stays as it is, for the checks of parameters to refuse. */
function decoded(blanked: string): string {
  const value = blanked.replaceAll(' ', '%');
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
