/** What tells the person who waits how far it is. */
export interface Step {
  phase: (text: string) => void;
  done: (text: string) => void;
}

export function findChromium(step?: Step): Promise<string>;
