/** What `npm test` leaves out; `npm test -- --all` runs it too. */
export const tags = [{ name: 'slow', description: 'Takes long and seldom fails, or repeats a rule for each entity.' }];
