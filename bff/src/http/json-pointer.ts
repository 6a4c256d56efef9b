/** A key as it stands in a JSON pointer (RFC 6901), and back. */
export const escapeKey = (key: string) => key.replaceAll('~', '~0').replaceAll('/', '~1');
export const unescapeKey = (key: string) => key.replaceAll('~1', '/').replaceAll('~0', '~');
