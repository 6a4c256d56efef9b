import type { Middleware } from 'koa';
import { Histogram, type Registry } from 'prom-client';

/** Counts requests and how long they take until their answer begins, by operation of the contract. */
export function countRequests(registry: Registry): Middleware {
  const durations = new Histogram({
    name: 'gazetteer_http_request_duration_seconds',
    help: 'Requests by operation, method and class of status, and how long they took.',
    labelNames: ['operation', 'method', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  return async (ctx, next) => {
    const end = durations.startTimer();
    try {
      await next();
    } finally {
      // set by the mount; whatever else is asked for counts as one, so that nobody makes labels by asking
      const operation: string = ctx.state.operation ?? 'other';
      const method = operation === 'other' ? 'any' : ctx.method;
      end({ operation, method, status: `${Math.floor(ctx.status / 100)}xx` });
    }
  };
}
