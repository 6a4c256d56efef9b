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
    const stop = () => {
      if (this.begun) this.#hurry.abort();
      onSignal(this.hurry.aborted);
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
    if (process.env.npm_lifecycle_event) onShellGone(() => this.begun || stop());
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

/**
 * npm hands a SIGTERM to the shell between it and us, which dies of it without a word: its death is our signal.
 * @param {() => unknown} stop
 */
function onShellGone(stop) {
  const shell = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(timer);
    stop();
  }, 200);
  timer.unref();
}
