import { type Logger, pino } from 'pino';
import type { Config } from './config.ts';

export type LogConfig = Pick<Config, 'logLevel' | 'logFormat'>;

/** What holds while the configuration is not known, or wrong. */
export const DEFAULT_LOG: LogConfig = { logLevel: 'info', logFormat: undefined };

/** Creates the log of a process on its standard output: a line of JSON per entry. */
export const createLog = ({ logLevel }: Pick<LogConfig, 'logLevel'> = DEFAULT_LOG): Logger =>
  pino({ level: logLevel, redact: ['token', 'password'] }, pino.destination({ dest: 1, sync: true }));

/** Whether what a process says of its start is text for a person; otherwise it is in the log. */
const isForPeople = ({ logFormat }: Pick<LogConfig, 'logFormat'>): boolean =>
  logFormat === undefined ? process.stdout.isTTY : logFormat === 'text';

/** Says of the start of a process what a person at a terminal or whoever collects the log has to know. */
export function reportStart(config: LogConfig, text: string, toLog: (log: Logger) => void): void {
  if (isForPeople(config)) console.log(text);
  else toLog(createLog(config));
}

/** A logger for what somebody has to act on, whatever entries `LOG_LEVEL` leaves out. */
export const alwaysWarning = (log: Logger): Logger =>
  log.isLevelEnabled('warn') ? log : log.child({}, { level: 'warn' });
