import { pino } from 'pino';

/** A logger for tests that do not check the log. */
export const silentLog = pino({ enabled: false });
