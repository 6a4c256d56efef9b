import type { CellType } from '../../types.ts';

/** What a number format makes of a number, as far as it is another value than the number. */
export interface NumberFormat {
  /** Shows the day, the time of day, or both of a serial number. */
  day: boolean;
  time: boolean;
  /** Digits that a whole number is filled up to with zeros. */
  digits: number;
  /** Shows it in scientific notation. */
  exponent?: boolean;
}

export const general: NumberFormat = { day: false, time: false, digits: 0 };

const ONLY_DAY = { day: true, time: false, digits: 0 };
const ONLY_TIME = { day: false, time: true, digits: 0 };

/** The formats that have a number and no code (ECMA-376 part 1, §18.8.30, with the Chinese ones). */
export function builtInFormat(id: number): NumberFormat {
  if (id === 11 || id === 48) return { ...general, exponent: true };
  if (id === 22) return { day: true, time: true, digits: 0 };
  if ((id >= 18 && id <= 21) || (id >= 32 && id <= 35) || (id >= 45 && id <= 47) || id === 55 || id === 56)
    return ONLY_TIME;
  if ((id >= 14 && id <= 17) || (id >= 27 && id <= 31) || id === 36 || (id >= 50 && id <= 58)) return ONLY_DAY;
  return general;
}

/** Characters of a code, as Excel allows. */
const MAX_CODE_LENGTH = 255;

/** Of a code such as `yyyy"年"m"月"`, `[h]:mm` or `00000`; `general` where it is longer than any code can be. */
export function formatOfCode(code: string): NumberFormat {
  if (code.length > MAX_CODE_LENGTH) return general;
  // What is quoted, escaped or in brackets is no placeholder, except for elapsed times such as `[h]`.
  const bare = code.replace(/"[^"]*"?|[\\_*].|\[[^\]]*\]?/g, (part) => (/^\[[hms]+\]$/i.test(part) ? part : ''));
  const time = /[hs]/i.test(bare);
  const day = /[dy]/i.test(bare) || (!time && /m/i.test(bare));
  const exponent = !day && !time && /e[+-]/i.test(bare);
  return { day, time, digits: /^0{2,}$/.test(bare) ? bare.length : 0, exponent };
}

/** What a number is that is shown so; undefined where it is filled up with zeros as a code is. */
export function typeOfNumber({ day, time, digits, exponent }: NumberFormat): CellType | undefined {
  if (day || time) return 'date';
  if (exponent) return 'exponent';
  return digits > 0 ? undefined : 'number';
}
