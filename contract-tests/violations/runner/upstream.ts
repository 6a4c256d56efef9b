import { Agent, type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { Answer } from '../kit/answer.ts';
import type { Call, Headers } from '../kit/call.ts';

/** Without kept connections, which the backend may close in the moment in which a request is sent on them. */
const agent = new Agent({ keepAlive: false });
const HOP_BY_HOP = /^(connection|keep-alive|transfer-encoding|content-length|host|accept-encoding|expect)$/;

/** Returns the headers as single texts, without those that only concern one connection. */
export function endToEndHeaders(headers: IncomingMessage['headers']): Headers {
  const kept = Object.entries(headers).filter(([name, value]) => value !== undefined && !HOP_BY_HOP.test(name));
  return Object.fromEntries(kept.map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : `${value}`]));
}

interface Sent {
  method: string;
  headers: Headers;
  body: Buffer;
}

export function exchange(url: URL, { method, headers, body }: Sent): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const length = body.length > 0 || method === 'POST' || method === 'PUT' ? { 'content-length': body.length } : {};
    const sent = request(url, { method, agent, headers: { ...headers, ...length } }, resolve);
    sent.on('error', reject);
    sent.end(body);
  });
}

export async function toAnswer(message: IncomingMessage): Promise<Answer> {
  return new Answer(message.statusCode ?? 502, endToEndHeaders(message.headers), await buffer(message));
}

/** Sends calls to a backend and returns its whole answers. */
export const asker =
  (backendUrl: string): ((call: Call) => Promise<Answer>) =>
  async (call) =>
    toAnswer(await exchange(new URL(backendUrl + call.url), call));
