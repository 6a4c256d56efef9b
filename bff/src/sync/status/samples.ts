import type { Database } from '#database';
import type { Schemas } from '#http/contract.ts';
import type { LanePath } from './lanes.ts';

type Span = 'hour' | 'day';

/** Seconds that a span takes, and those that one of its points stands for. */
const spans: Record<Span, { length: number; step: number }> = {
  hour: { length: 3600, step: 60 },
  day: { length: 86_400, step: 300 },
};

interface Point {
  /** Seconds since 1970. */
  at: number;
  lag: number;
  backlog: number;
  delivered: number;
  failing: number;
}

/** The course of a lane, oldest first: the worst of each step, and what was delivered in it. */
export async function readSamples(
  db: Database,
  { subscriberId, entity }: LanePath,
  span: Span,
): Promise<Schemas['SyncSample'][]> {
  const { length, step } = spans[span];
  const start = 'FROM_UNIXTIME((UNIX_TIMESTAMP() - ?) DIV ? * ?)';
  const times = [length, step, step];
  const own = () => db('sync_sample').where({ subscriber_id: subscriberId, entity });
  const [points, before]: [Point[], { delivered: number } | undefined] = await Promise.all([
    own()
      .whereRaw(`time >= ${start}`, times)
      .groupBy('at')
      .orderBy('at')
      .select(
        db.raw('UNIX_TIMESTAMP(time) DIV ? * ? AS at', [step, step]),
        ...['lag', 'backlog', 'delivered', 'failing'].map((name) => db.raw('MAX(??) AS ??', [name, name])),
      ),
    own().whereRaw(`time < ${start}`, times).orderBy('time', 'desc').first('delivered'),
  ]);
  let known: number = before?.delivered ?? points[0]?.delivered ?? 0;
  return points.map(({ at, lag, backlog, delivered, failing }) => {
    const since = delivered - known;
    known = delivered;
    const time = new Date(Number(at) * 1000).toISOString();
    return { time, lagMs: Number(lag), backlog: Number(backlog), delivered: since, failing: failing === 1 };
  });
}
