import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

// passwords with zxcvbn scores of 0 and 1 can be guessed within minutes; the server uses the same limit
const MIN_SCORE = 2;

// the server also checks only the first 40 characters
const zxcvbn = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: 40 });

/** Whether a password is common or easy to guess. The dictionaries are large, so this file must be loaded on demand. */
export const isGuessable = (password: string): boolean => zxcvbn.check(password).score < MIN_SCORE;
