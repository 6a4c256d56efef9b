import { createHash, timingSafeEqual } from 'node:crypto';
import { BlockList, isIPv6 } from 'node:net';
import type { Context } from 'koa';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8);
loopback.addAddress('::1', 'ipv6');

// what proxies add: a caller behind one on this machine is not of this machine
const marks = ['X-Forwarded-For', 'X-Real-IP', 'Forwarded', 'Via'];

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Whether a request comes from this very machine, or bears the token where there is one. */
export function createAccess(token: string | undefined): (ctx: Context) => boolean {
  const expected = token ? digest(`Bearer ${token}`) : undefined;
  return (ctx) => {
    if (expected && timingSafeEqual(digest(ctx.get('Authorization')), expected)) return true;
    const { remoteAddress = '' } = ctx.req.socket;
    return (
      marks.every((mark) => !ctx.get(mark)) &&
      remoteAddress !== '' &&
      loopback.check(remoteAddress, isIPv6(remoteAddress) ? 'ipv6' : 'ipv4')
    );
  };
}
