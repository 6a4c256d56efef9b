import type { IncomingHttpHeaders } from 'node:http';

export type Attributes = Record<string, string | number | boolean>;

/** A part of a trace: a request, or what is done for it. */
export interface Span {
  rename(name: string): void;
  set(attributes: Attributes): void;
  /** Marks the work as failed, with the reason. */
  fail(reason: string): void;
}

export interface SpanOptions {
  /** Whether this process answers a request, makes one, or does neither. */
  kind: 'server' | 'client' | 'internal';
  attributes?: Attributes;
  /** The headers of the request, whose trace continues if they name one. */
  headers?: IncomingHttpHeaders;
  /** Whether to leave it out where no other span is under way, such as a statement of a worker that looks for work. */
  onlyWithin?: boolean;
}

/** What records spans; only OpenTelemetry does. */
export interface Tracer {
  run<T>(name: string, options: SpanOptions, work: (span: Span) => Promise<T>): Promise<T>;
  /** Returns the headers with which another system continues the trace. */
  headers(): Record<string, string>;
  /** Returns the id of the trace that is under way. */
  traceId(): string | undefined;
  /** Sends what is recorded, and ends. */
  stop(): Promise<void>;
}

const NO_SPAN: Span = { rename: () => undefined, set: () => undefined, fail: () => undefined };

let tracer: Tracer | undefined;

/** Starts tracing if the environment names a collector, and returns what ends it. Nothing of OpenTelemetry is loaded otherwise. */
export async function startTracing(
  { tracesEndpoint }: { tracesEndpoint: string | undefined },
  service: { name: string; version: string },
): Promise<() => Promise<void>> {
  if (!tracesEndpoint) return async () => undefined;
  const { createTracer } = await import('./open-telemetry.ts');
  tracer = createTracer(service);
  return tracer.stop;
}

export const isTracing = (): boolean => tracer !== undefined;

/** Runs work within a span, or without one where nothing is traced. A rejection marks the span as failed. */
export const inSpan = <T>(name: string, options: SpanOptions, work: (span: Span) => Promise<T>): Promise<T> =>
  tracer ? tracer.run(name, options, work) : work(NO_SPAN);

/** Returns the headers with which another system continues the trace that is under way. */
export const traceHeaders = (): Record<string, string> => tracer?.headers() ?? {};

/** Returns the id of the trace that is under way, for the log. */
export const currentTraceId = (): string | undefined => tracer?.traceId();
