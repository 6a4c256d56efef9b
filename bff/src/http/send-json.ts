import type { Context } from 'koa';

/** Answers a value as JSON. Koa would do it too, but loads all of `fetch` to see whether the value is one of its answers. */
export function sendJson(ctx: Context, value: object): void {
  ctx.type = 'json';
  ctx.body = JSON.stringify(value);
}
