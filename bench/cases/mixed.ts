import type { Step } from '../load/plan.ts';
import type { LoadCase } from './case.ts';

/** The number of requests per case among twenty requests of a user. */
const requestCounts = {
  list: 6,
  deep: 1,
  filter: 2,
  'search-word': 2,
  'search-chinese': 2,
  'search-initials': 1,
  get: 5,
  update: 1,
};

/** The requests of each simulated user: mostly reads, some searches, one write in twenty. */
export function mixedLanes(cases: LoadCase[], userCount: number): Step[][] {
  const stepsOfCase = (name: string, user: number) => {
    const { lanes = [] } = cases.find((loadCase) => loadCase.name === name) ?? {};
    return lanes[user % lanes.length] ?? [];
  };
  return Array.from({ length: userCount }, (_, person) => {
    const rounds = 5;
    const round = (n: number) =>
      Object.entries(requestCounts).flatMap(([name, share]) => {
        const steps = stepsOfCase(name, person);
        return Array.from({ length: share }, (_, index) => steps[(person * 7 + n * share + index) % steps.length]);
      });
    const steps = Array.from({ length: rounds }, (_, n) => round(n))
      .flat()
      .filter((step) => step !== undefined);
    // Each user starts at a different request, so that they do not all search at once.
    return [...steps.slice((person * 5) % steps.length), ...steps.slice(0, (person * 5) % steps.length)];
  });
}
