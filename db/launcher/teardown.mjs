/** What has to be undone at the end, the newest first. */
export class Teardown {
  /** @type {(() => unknown)[]} */
  #tasks = [];
  /** @type {Promise<void> | undefined} */
  #ended;
  #hurry = new AbortController();

  get begun() {
    return this.#ended !== undefined;
  }

  /** Aborted when somebody asks a second time. */
  get hurry() {
    return this.#hurry.signal;
  }

  /**
   * A task that comes while the end is under way (a server that was just starting) is done at once.
   * @param {() => unknown} task
   */
  async add(task) {
    if (this.begun) await task();
    else this.#tasks.push(task);
  }

  /** @returns {Promise<void>} */
  run() {
    this.#ended ??= this.#unwind();
    return this.#ended;
  }

  /** @param {(hurried: boolean) => void} onSignal */
  runOnSignals(onSignal) {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
      process.on(signal, () => {
        if (this.begun) this.#hurry.abort();
        onSignal(this.hurry.aborted);
      });
    }
  }

  async #unwind() {
    for (const task of this.#tasks.reverse()) {
      try {
        await task();
      } catch (error) {
        console.error(error);
      }
    }
  }
}
