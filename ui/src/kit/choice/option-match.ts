import type { Option } from './option.tsx';

function rankOption(option: Option, query: string): number {
  const code = option.code?.toLowerCase() ?? '';
  const label = option.label.toLowerCase();
  if (code === query || label === query) return 0;
  if (code.startsWith(query)) return 1;
  if (label.startsWith(query)) return 2;
  if (label.includes(query)) return 3;
  const details = `${option.note ?? ''} ${option.keywords ?? ''}`.toLowerCase();
  return details.includes(query) ? 4 : -1;
}

/** Returns the matching options: codes before names, prefixes before substrings, otherwise in the given order. */
export function matchOptions(options: readonly Option[], query: string): readonly Option[] {
  const normalisedQuery = query.trim().toLowerCase();
  if (normalisedQuery === '') return options;
  return options
    .map((option) => ({ option, rank: rankOption(option, normalisedQuery) }))
    .filter((match) => match.rank >= 0)
    .sort((a, b) => a.rank - b.rank)
    .map((match) => match.option);
}

/** Returns the option whose code or label is exactly this text, if there is only one. */
export function findExactOption(options: readonly Option[], typed: string): Option | undefined {
  const normalisedQuery = typed.trim().toLowerCase();
  const exactMatches = options.filter((option) => rankOption(option, normalisedQuery) === 0);
  return exactMatches.length === 1 ? exactMatches[0] : undefined;
}
