import { pino } from 'pino';

/** For tests of which the log is no part. */
export const silent = pino({ enabled: false });
