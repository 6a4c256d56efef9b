import mysql, { type Pool, type RowDataPacket } from 'mysql2/promise';
import { connectionOf } from '../../bff/src/database.ts';

export type Row = RowDataPacket;

/** Has as many connections as the service. Times stay texts, which saves converting them to a Date and back. */
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

/** A database time in the contract's format. The driver omits milliseconds of zero in results of prepared statements. */
export const iso = (time: string): string => `${time.slice(0, 10)}T${time.slice(11)}${time.length < 20 ? '.000' : ''}Z`;
