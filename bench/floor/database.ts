import mysql, { type Pool, type RowDataPacket } from 'mysql2/promise';
import { connectionOf } from '../../bff/src/database.ts';

export type Row = RowDataPacket;

/** As many connections as the service has; moments are handed over as they lie there, so that none becomes a Date and back. */
export const openPool = (url: string): Pool =>
  mysql.createPool({
    ...connectionOf(url),
    charset: 'utf8mb4',
    timezone: 'Z',
    connectionLimit: 10,
    dateStrings: true,
    jsonStrings: true,
    multipleStatements: true,
  });

/** A moment of the database in the contract's form; the driver leaves milliseconds out where a prepared statement has none. */
export const iso = (time: string): string => `${time.slice(0, 10)}T${time.slice(11)}${time.length < 20 ? '.000' : ''}Z`;
