import { hostname } from 'node:os';
import {
  type Span as ApiSpan,
  context,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import type { Span, Tracer } from './tracing.ts';

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL };

/** A collector that does not answer must not hold up the end of a process. */
const MAX_STOP_MS = 2000;

/** Creates a tracer that sends to the collector of `OTEL_EXPORTER_OTLP_ENDPOINT`. The packages read the other variables `OTEL_…` themselves. */
export function createTracer({ name, version }: { name: string; version: string }): Tracer {
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({
      'service.name': process.env.OTEL_SERVICE_NAME || name,
      'service.version': version,
      'service.instance.id': `${hostname()}:${process.pid}`,
    }),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  provider.register();
  const tracer = provider.getTracer('gazetteer', version);

  return {
    run(spanName, { kind, attributes = {}, headers, onlyWithin = false }, work) {
      const active = context.active();
      if (onlyWithin && !trace.getSpan(active)) return work(toSpan(undefined));
      const parent = headers ? propagation.extract(ROOT_CONTEXT, headers) : active;
      const span = tracer.startSpan(spanName, { kind: KINDS[kind], attributes }, parent);
      return context.with(trace.setSpan(parent, span), async () => {
        try {
          return await work(toSpan(span));
        } catch (error) {
          // without the message, which may contain values
          span.setStatus({ code: SpanStatusCode.ERROR, message: Object(error).code ?? Object(error).name });
          throw error;
        } finally {
          span.end();
        }
      });
    },
    headers() {
      const carrier: Record<string, string> = {};
      propagation.inject(context.active(), carrier);
      return carrier;
    },
    traceId: () => trace.getSpan(context.active())?.spanContext().traceId,
    async stop() {
      const timeout = new Promise<void>((resolve) => setTimeout(resolve, MAX_STOP_MS).unref());
      await Promise.race([provider.shutdown().catch(() => undefined), timeout]);
    },
  };
}

const toSpan = (span: ApiSpan | undefined): Span => ({
  rename: (name) => void span?.updateName(name),
  set: (attributes) => void span?.setAttributes(attributes),
  fail: (reason) => void span?.setStatus({ code: SpanStatusCode.ERROR, message: reason }),
});
