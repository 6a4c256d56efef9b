/** Files whose upload has begun in this window: whoever leaves the page and comes back need not choose them again. */
export const files = new Map<number, File>();
