import type { Context } from 'koa';

const isTicket = (part: string) => part.startsWith('ticket=');

/** Takes the ticket out of a request's query, for nothing below to see it; undefined where there is none. */
export function takeTicket(ctx: Context): string | undefined {
  const parts = ctx.querystring.split('&');
  const [ticket, another] = parts.filter(isTicket);
  if (ticket === undefined) return undefined;
  ctx.querystring = parts.filter((part) => !isTicket(part)).join('&');
  // none is empty: two of them are as good as a wrong one
  return another === undefined ? ticket.slice('ticket='.length) : '';
}
