/** The times of repeated events in milliseconds. */
export class Times {
  readonly #all: number[] = [];

  add(): void {
    this.#all.push(performance.now());
  }

  get count(): number {
    return this.#all.length;
  }

  /** The longest gap between events that overlaps the span. */
  longestGap(from: number, to: number): number {
    const inside = this.#all.filter((time) => time > from && time < to);
    const before = this.#all.findLast((time) => time <= from) ?? from;
    const after = this.#all.find((time) => time >= to) ?? to;
    const marks = [before, ...inside, after];
    return Math.max(...marks.slice(1).map((time, at) => time - (marks[at] ?? time)));
  }
}
