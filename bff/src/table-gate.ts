/** How long a statement waits for its turn before the table counts as stalled. */
const TURN_WAIT_MS = 1000;

/** Beyond it nothing more is kept of which texts name which tables. */
const MAX_TEXTS = 500;
/** What stands further on in a text are values. */
const MAX_TEXT_LENGTH = 4096;

/** A statement that was not sent, because others wait for the same table already. */
export class TableBusyError extends Error {
  readonly code = 'TABLE_BUSY';

  constructor(table: string) {
    super(`Too many statements wait for the table ${table} already.`);
  }
}

/** A table by its name, or by the place of the value that names it. */
type TableRef = string | number;

const refsByText = new Map<string, TableRef[]>();
const mention = /\b(?:FROM|JOIN|INTO|UPDATE)\s+(?:`(\w+)`|(\w+)|(\?\?))|\?+/gi;

function findRefs(text: string): TableRef[] {
  const refs = new Set<TableRef>();
  let place = 0;
  for (const [all, quoted, bare, named] of text.slice(0, MAX_TEXT_LENGTH).matchAll(mention)) {
    const name = quoted ?? bare;
    if (name) refs.add(name);
    else if (named) refs.add(place);
    if (all.endsWith('?')) place++;
  }
  return [...refs];
}

function refsOf(text: string): TableRef[] {
  const known = refsByText.get(text);
  if (known) return known;
  const refs = findRefs(text);
  if (text.length <= MAX_TEXT_LENGTH) {
    if (refsByText.size === MAX_TEXTS) refsByText.clear();
    refsByText.set(text, refs);
  }
  return refs;
}

/** The tables that a statement names, as far as one can tell by its text. */
export function tablesOf(text: string, values: unknown): string[] {
  const refs = refsOf(text);
  if (refs.every((ref) => typeof ref === 'string')) return refs;
  const list: unknown[] = Array.isArray(values) ? values : [];
  return refs.map((ref) => (typeof ref === 'string' ? ref : String(list[ref])));
}

interface TableUse {
  count: number;
  /** Somebody waited in vain for a turn, and no statement has succeeded since. */
  isStalled: boolean;
}

interface Waiter {
  tables: string[];
  start(): void;
}

/**
 * Keeps those who wait for one table from taking a whole pool of `poolSize` connections: some three quarters may wait for the same
 * one, and a single one where it has stalled. Others are refused with a `TableBusyError`.
 */
export function createTableGate(poolSize: number) {
  const maxUses = Math.max(1, poolSize - Math.ceil(poolSize * 0.3));
  const uses = new Map<string, TableUse>();
  const waiters = new Set<Waiter>();

  const limitOf = ({ isStalled }: TableUse) => (isStalled ? 1 : maxUses);
  const fullTable = (tables: string[]) =>
    tables.find((table) => {
      const use = uses.get(table);
      return use && use.count >= limitOf(use);
    });
  const take = (tables: string[]) => {
    for (const table of tables) {
      const use = uses.get(table);
      if (use) use.count++;
      else uses.set(table, { count: 1, isStalled: false });
    }
  };

  /** Calls back when it is the statement's turn: at once, as a rule. */
  const enter = (tables: string[], callback: (error?: TableBusyError) => void): void => {
    const full = fullTable(tables);
    if (full === undefined) {
      take(tables);
      callback();
      return;
    }
    if (uses.get(full)?.isStalled) {
      callback(new TableBusyError(full));
      return;
    }
    const timer = setTimeout(() => {
      waiters.delete(waiter);
      const table = fullTable(tables) ?? full;
      const use = uses.get(table);
      if (use) use.isStalled = true;
      callback(new TableBusyError(table));
    }, TURN_WAIT_MS);
    const waiter = {
      tables,
      start: () => {
        clearTimeout(timer);
        callback();
      },
    };
    waiters.add(waiter);
  };

  const leave = (tables: string[], hasSucceeded: boolean): void => {
    for (const table of tables) {
      const use = uses.get(table);
      if (!use) continue;
      use.count--;
      if (hasSucceeded) use.isStalled = false;
      if (use.count === 0 && !use.isStalled) uses.delete(table);
    }
    for (const waiter of waiters) {
      if (fullTable(waiter.tables) !== undefined) continue;
      waiters.delete(waiter);
      take(waiter.tables);
      waiter.start();
    }
  };
  return { enter, leave };
}

export type TableGate = ReturnType<typeof createTableGate>;
