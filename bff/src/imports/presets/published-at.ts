let hourInFrankfurt: Intl.DateTimeFormat | undefined;

/** When the rates of a day are published: about 16:00 in Frankfurt (ECB, “Euro foreign exchange reference rates”). */
export function publishedAt(day: string): string {
  // making one takes a while that a start of the service need not
  hourInFrankfurt ??= new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Europe/Berlin',
    hour: '2-digit',
    hourCycle: 'h23',
  });
  const summer = new Date(`${day}T14:00:00.000Z`);
  return hourInFrankfurt.format(summer) === '16' ? summer.toISOString() : `${day}T15:00:00.000Z`;
}
