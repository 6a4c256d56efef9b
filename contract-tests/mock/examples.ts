import type { DeclaredResponse, Operation } from '../contract/operations.ts';
import type { MockAnswer } from './request.ts';

interface Envelope {
  code: number;
  message: string;
  data: unknown;
}

/** Returns the first response that means success. */
const successOf = ({ responses }: Operation): DeclaredResponse | undefined =>
  responses.find(({ status }) => status >= 200 && status < 300);

/** Returns the contract's example of a successful answer. */
export function exampleAnswer(operation: Operation): MockAnswer {
  const response = successOf(operation);
  const { data } = (response?.json?.example ?? { data: {} }) as Envelope; // Cast: examples are envelopes, which the linter checks.
  return { status: response?.status ?? 200, data, ...(response?.headers?.ETag && { version: 1 }) };
}

/** Returns the example file of an operation that answers no JSON; undefined for other operations. */
export function exampleFile(operation: Operation): MockAnswer | undefined {
  const response = successOf(operation);
  if (!response || response.json) return undefined;
  const [type = 'text/plain', media] = Object.entries(response.content ?? {})[0] ?? [];
  const name = `${operation.tag}.${type.includes('csv') ? 'csv' : 'txt'}`;
  return {
    status: response.status,
    data: media?.example ?? '',
    headers: { 'content-type': type, 'content-disposition': `attachment; filename="${name}"` },
  };
}

/** Whether an operation answers with server-sent events. */
export const isStream = (operation: Operation): boolean =>
  successOf(operation)?.content?.['text/event-stream'] !== undefined;

/** Whether an operation answers with a file. */
export const isDownload = (operation: Operation): boolean =>
  operation.method === 'get' && !isStream(operation) && successOf(operation)?.json === undefined;

/** Returns the envelope of the documented example of a status; undefined if the operation has none. */
export function exampleOfStatus({ responses }: Operation, status: number): unknown {
  return responses.find((response) => response.status === status)?.json?.example;
}
