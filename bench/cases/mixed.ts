import type { Step } from '../load/plan.ts';
import type { LoadCase } from './case.ts';

/** Of twenty requests of a person. */
const shares = {
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
export function mixedLanes(cases: LoadCase[], people: number): Step[][] {
  const stepsOf = (name: string, person: number) => {
    const { lanes = [] } = cases.find((one) => one.name === name) ?? {};
    return lanes[person % lanes.length] ?? [];
  };
  return Array.from({ length: people }, (_, person) => {
    const rounds = 5;
    const round = (n: number) =>
      Object.entries(shares).flatMap(([name, share]) => {
        const steps = stepsOf(name, person);
        return Array.from({ length: share }, (_, at) => steps[(person * 7 + n * share + at) % steps.length]);
      });
    const steps = Array.from({ length: rounds }, (_, n) => round(n))
      .flat()
      .filter((step) => step !== undefined);
    // Each user starts at a different request, so that they do not all search at once.
    return [...steps.slice((person * 5) % steps.length), ...steps.slice(0, (person * 5) % steps.length)];
  });
}
