/** Letters of Hebrew, Arabic and the other scripts that run from right to left. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

const FIRST_STRONG_ISOLATE = '\u2068';
const POP_DIRECTIONAL_ISOLATE = '\u2069';

/**
 * Keeps a text that has letters from right to left from reordering the text around it. It is for texts that are joined to one string:
 * elements take `<bdi>`.
 */
export const isolateDirection = (text: string): string =>
  rightToLeft.test(text) ? `${FIRST_STRONG_ISOLATE}${text}${POP_DIRECTIONAL_ISOLATE}` : text;
