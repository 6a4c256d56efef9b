import i18next from 'i18next';

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

/** Isolates the values in all texts from now on. Pages before sign-in do not call it, because their download size is limited. */
export function isolateValuesInTexts(): void {
  const { options, services } = i18next;
  options.interpolation = { ...options.interpolation, escapeValue: true, escape: isolateDirection };
  // i18next declares this parameter as those of interpolation, and reads these from all options
  const all: object = options;
  services.interpolator.init(all, true);
}
