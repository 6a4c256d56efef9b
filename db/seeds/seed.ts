import type { Knex } from 'knex';

export type SeedOptions = { demo: boolean };

export type Seed = {
  name: string;
  /** Skipped where the database is the user's own. */
  demoOnly?: true;
  run(trx: Knex.Transaction, options: SeedOptions): Promise<void>;
};

/** The recorded author of the starter set. */
export const system = 'system';
