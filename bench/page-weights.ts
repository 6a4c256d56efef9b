import { budgets, buildUi, listPages, pages, scriptsOf, sumKilobytes } from '../ui/page-weights.ts';
import type { Goal, Result } from './measure/results.ts';

interface PageWeight {
  name: string;
  kilobytes: number;
}

/** Measures the gzipped kilobytes of the heaviest pages. */
export async function benchPageWeights(): Promise<Result[]> {
  const ui = await buildUi();
  const login = sumKilobytes(scriptsOf(ui, 'login'));
  const weightBeyondLogin = (name: string) => sumKilobytes(scriptsOf(ui, name)) - login;
  const totalWeight = (name: string) => sumKilobytes([...scriptsOf(ui, name), ...ui.styles]);
  return [
    toResult('page-login', { name: 'login', kilobytes: login }, budgets.login),
    toResult('page-list', findHeaviest(listPages, weightBeyondLogin), budgets.list),
    toResult('page-most', findHeaviest(pages, totalWeight), budgets.page),
  ];
}

const findHeaviest = (names: string[], weigh: (name: string) => number): PageWeight =>
  names
    .map((name) => ({ name, kilobytes: weigh(name) }))
    .reduce((heaviest, page) => (page.kilobytes > heaviest.kilobytes ? page : heaviest));

function toResult(name: string, page: PageWeight, budget: number): Result {
  const goal: Goal = { atMost: 1 };
  const figures = { page: page.name, weight: `${page.kilobytes.toFixed(1)} kB of ${budget}` };
  return { case: name, ratio: page.kilobytes / budget, goal, figures };
}
