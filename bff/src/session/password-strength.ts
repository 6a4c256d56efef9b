import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

// A file of its own, which is loaded when it is needed: of packages in CommonJS a build knows the names by static imports only.

// the time it takes grows with the square of the length, and nobody else is answered meanwhile
const MAX_JUDGED_LENGTH = 40;
const zxcvbn = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: MAX_JUDGED_LENGTH });

/** How hard a password is to guess, from 0 to 4 by zxcvbn's scale. */
export const scorePassword = (password: string): number => zxcvbn.check(password).score;
