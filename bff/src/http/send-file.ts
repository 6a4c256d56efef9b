import type { Context } from 'koa';
import type { FileAnswer } from './operation-types.ts';

/** Streams a file to be saved under its name; what fails after the first byte breaks the connection off. */
export function sendFile(ctx: Context, { stream, type, filename }: FileAnswer<number, string>): void {
  ctx.attachment(filename);
  ctx.type = type;
  ctx.set('Cache-Control', 'no-store');
  // the compression between this and the socket passes no error on
  stream.once('error', (error) => ctx.res.destroy(error));
  ctx.body = stream;
}
