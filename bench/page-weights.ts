import { budgets, buildUi, listPages, pages, scriptsOf, sumKilobytes } from '../ui/page-weights.ts';
import type { Goal, Result } from './results.ts';

interface Weighed {
  name: string;
  kilobytes: number;
}

/** What browsers load of the heaviest pages, in kilobytes as gzip sends them. */
export async function benchPageWeights(): Promise<Result[]> {
  const ui = await buildUi();
  const login = sumKilobytes(scriptsOf(ui, 'login'));
  const beside = (name: string) => sumKilobytes(scriptsOf(ui, name)) - login;
  const whole = (name: string) => sumKilobytes([...scriptsOf(ui, name), ...ui.styles]);
  return [
    toResult('page-login', { name: 'login', kilobytes: login }, budgets.login),
    toResult('page-list', heaviest(listPages, beside), budgets.list),
    toResult('page-most', heaviest(pages, whole), budgets.page),
  ];
}

const heaviest = (names: string[], weigh: (name: string) => number): Weighed =>
  names
    .map((name) => ({ name, kilobytes: weigh(name) }))
    .reduce((most, one) => (one.kilobytes > most.kilobytes ? one : most));

function toResult(name: string, weighed: Weighed, budget: number): Result {
  const goal: Goal = { atMost: 1 };
  const figures = { page: weighed.name, weight: `${weighed.kilobytes.toFixed(1)} kB of ${budget}` };
  return { case: name, ratio: weighed.kilobytes / budget, goal, figures };
}
