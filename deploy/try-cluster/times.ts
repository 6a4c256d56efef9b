/** The times of repeated events in milliseconds. */
export class Times {
  readonly #times: number[] = [];

  add(): void {
    this.#times.push(performance.now());
  }

  get count(): number {
    return this.#times.length;
  }

  /** The longest gap between events that overlaps the span. */
  longestGap(from: number, to: number): number {
    const inside = this.#times.filter((time) => time > from && time < to);
    const before = this.#times.findLast((time) => time <= from) ?? from;
    const after = this.#times.find((time) => time >= to) ?? to;
    const boundaries = [before, ...inside, after];
    return Math.max(...boundaries.slice(1).map((time, at) => time - (boundaries[at] ?? time)));
  }
}
