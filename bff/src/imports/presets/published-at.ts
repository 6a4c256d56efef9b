const hourInFrankfurt = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/Berlin',
  hour: '2-digit',
  hourCycle: 'h23',
});

/** When the rates of a day are published: about 16:00 in Frankfurt (ECB, “Euro foreign exchange reference rates”). */
export function publishedAt(day: string): string {
  const summer = new Date(`${day}T14:00:00.000Z`);
  return hourInFrankfurt.format(summer) === '16' ? summer.toISOString() : `${day}T15:00:00.000Z`;
}
