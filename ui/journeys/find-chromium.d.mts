/** Reports progress to the terminal. */
export interface Progress {
  phase: (text: string) => void;
  done: (text: string) => void;
}

export function findChromium(step?: Progress): Promise<string>;
