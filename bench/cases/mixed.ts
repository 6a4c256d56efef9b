import type { LoadRequest } from '../load/plan.ts';
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

/** Returns the requests of each simulated user, which are mostly reads, some searches and one write in twenty. */
export function mixedSequences(cases: LoadCase[], userCount: number): LoadRequest[][] {
  const stepsOfCase = (name: string, user: number) => {
    const { requestSequences = [] } = cases.find((loadCase) => loadCase.name === name) ?? {};
    return requestSequences[user % requestSequences.length] ?? [];
  };
  return Array.from({ length: userCount }, (_, user) => {
    const rounds = 5;
    const round = (n: number) =>
      Object.entries(requestCounts).flatMap(([name, requestCount]) => {
        const steps = stepsOfCase(name, user);
        return Array.from(
          { length: requestCount },
          (_, index) => steps[(user * 7 + n * requestCount + index) % steps.length],
        );
      });
    const steps = Array.from({ length: rounds }, (_, n) => round(n))
      .flat()
      .filter((step) => step !== undefined);
    // Each user starts at a different request, so that they do not all search at once.
    return [...steps.slice((user * 5) % steps.length), ...steps.slice(0, (user * 5) % steps.length)];
  });
}
