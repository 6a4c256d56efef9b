/** Returns a zone's current offset (UTC+8, UTC−3:30, UTC); undefined if the browser does not know the zone. */
export function offsetOf(zone: string, now: Date): string | undefined {
  try {
    const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'shortOffset' });
    const name = format.formatToParts(now).find(({ type }) => type === 'timeZoneName')?.value;
    return name
      ?.replace('GMT', 'UTC')
      .replace(/[+-]0$/, '')
      .replace('-', '−');
  } catch {
    return undefined;
  }
}
