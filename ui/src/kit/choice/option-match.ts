import type { Option } from './option.tsx';

function rank(option: Option, query: string): number {
  const code = option.code?.toLowerCase() ?? '';
  const label = option.label.toLowerCase();
  if (code === query || label === query) return 0;
  if (code.startsWith(query)) return 1;
  if (label.startsWith(query)) return 2;
  if (label.includes(query)) return 3;
  const rest = `${option.note ?? ''} ${option.keywords ?? ''}`.toLowerCase();
  return rest.includes(query) ? 4 : -1;
}

/** Codes before names, beginnings before middles; otherwise the order stays. */
export function matchOptions(options: readonly Option[], query: string): readonly Option[] {
  const wanted = query.trim().toLowerCase();
  if (wanted === '') return options;
  return options
    .map((option) => ({ option, rank: rank(option, wanted) }))
    .filter((found) => found.rank >= 0)
    .sort((a, b) => a.rank - b.rank)
    .map((found) => found.option);
}

/** The one option that a person who typed this and left must have meant. */
export function meantOption(options: readonly Option[], typed: string): Option | undefined {
  const wanted = typed.trim().toLowerCase();
  const exact = options.filter((option) => rank(option, wanted) === 0);
  return exact.length === 1 ? exact[0] : undefined;
}
