type Done = (error: Error | null, answer?: unknown, fields?: unknown) => void;

interface Text {
  sql: string;
  several?: boolean;
}

/** The part of the driver's connection that statements need. */
interface Connection {
  query(text: string | Text, values: unknown, done: Done): unknown;
  execute(text: string | Text, values: unknown, done: Done): unknown;
}

const begin = /^BEGIN;?$/;
const end = /^(COMMIT|ROLLBACK);?$/;

/**
 * A transaction begins in the same trip to the database as its first statement; where there is none, it never does. Needs
 * `multipleStatements`.
 */
export function beginWithFirst(connection: Connection): void {
  const [query, execute] = [connection.query.bind(connection), connection.execute.bind(connection)];
  let isToBegin = false;
  const first = (): boolean => {
    const was = isToBegin;
    isToBegin = false;
    return was;
  };

  connection.query = (sent, values, done) => {
    const text = typeof sent === 'string' ? { sql: sent } : sent;
    const isFirst = first();
    isToBegin = begin.test(text.sql);
    if (isToBegin || (isFirst && end.test(text.sql))) return done(null);
    if (!isFirst) return query(sent, values, done);
    return query({ ...text, sql: `BEGIN; ${text.sql}` }, values, (error, answers, fields) =>
      error ? done(error) : done(null, behindFirst(text, answers), behindFirst(text, fields)),
    );
  };

  connection.execute = (sent, values, done) =>
    // what is prepared is one statement
    first()
      ? query('BEGIN', [], (error) => (error ? done(error) : execute(sent, values, done)))
      : execute(sent, values, done);
}

// of several statements the driver hands over a list, of one statement what is in it
function behindFirst({ several = false }: Text, answers: unknown): unknown {
  const [, ...rest] = answers as unknown[];
  return several ? rest : rest[0];
}
