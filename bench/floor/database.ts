import mysql, { type Pool, type RowDataPacket } from 'mysql2/promise';
import { connectionOptionsOf } from '../../bff/src/database/database.ts';

export type Row = RowDataPacket;

/** Opens a pool with as many connections as the service has. Times stay texts, which saves converting them to a Date and back. */
export const openPool = (url: string): Pool =>
  mysql.createPool({
    ...connectionOptionsOf(url),
    charset: 'utf8mb4',
    timezone: 'Z',
    connectionLimit: 10,
    dateStrings: true,
    jsonStrings: true,
    multipleStatements: true,
  });

/** Converts a database time to the contract's format. The driver omits zero milliseconds in results of prepared statements. */
export const toIsoTime = (time: string): string =>
  `${time.slice(0, 10)}T${time.slice(11)}${time.length < 20 ? '.000' : ''}Z`;
