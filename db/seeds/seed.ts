import type { Knex } from 'knex';

export type SeedOptions = { demo: boolean };

export type Seed = {
  name: string;
  /** Skipped where the database is the user's own. */
  demoOnly?: true;
  run(trx: Knex.Transaction, options: SeedOptions): Promise<void>;
};

/** Who wrote the starter set. */
export const system = 'system';
