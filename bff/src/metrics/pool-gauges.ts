import { Gauge, type Registry } from 'prom-client';
import type { Database } from '#database';

/** The part of Knex' pool that tells how full it is. */
interface Pool {
  max: number;
  numUsed(): number;
  numFree(): number;
  numPendingAcquires(): number;
}

// Knex hands its client over untyped
const poolOf = (db: Database): Pool => db.client.pool;

/** name → what it says, and its value */
const gauges: Record<string, [help: string, value: (pool: Pool) => number]> = {
  database_connections_in_use: ['Connections that a request or a task has at the moment.', (pool) => pool.numUsed()],
  database_connections_idle: ['Open connections that nobody has.', (pool) => pool.numFree()],
  database_connections_max: ['Most connections of the pool, DATABASE_POOL_SIZE.', (pool) => pool.max],
  database_connections_waiting: ['Those who wait for a connection.', (pool) => pool.numPendingAcquires()],
};

/** Gauges of this process's own connections, as they are when somebody asks. */
export function gaugePools(registry: Registry, pools: () => Record<string, Database>): void {
  for (const [name, [help, value]] of Object.entries(gauges))
    new Gauge({
      name: `gazetteer_${name}`,
      help,
      labelNames: ['pool'],
      registers: [registry],
      collect() {
        this.reset();
        for (const [pool, db] of Object.entries(pools())) this.set({ pool }, value(poolOf(db)));
      },
    });
}
