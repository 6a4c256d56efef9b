/** How far the server's clock is ahead of this device's, in milliseconds, as far as responses have shown it. */
let offsetMs = 0;

/**
 * Learns the server's time from the `Date` of a response: it was written after the request was sent and before the response arrived, in
 * whole seconds, which a busy server writes up to a second late. What agrees with what is already known changes nothing, however slow
 * the response was.
 */
export function learnServerTime(response: Pick<Response, 'headers'>, sentAt: number, receivedAt = Date.now()): void {
  const second = Date.parse(response.headers.get('Date') ?? '');
  if (Number.isNaN(second)) return;
  const [least, most] = [second - receivedAt, second + 2000 - sentAt];
  offsetMs = Math.min(Math.max(offsetMs, least), most);
}

/** The server's time, with which times of records and tasks are compared, as this device's clock may be wrong. */
export const serverNow = (): number => Date.now() + offsetMs;

export const serverDate = (): Date => new Date(serverNow());
