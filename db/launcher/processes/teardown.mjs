/** Cleanup tasks that run at the end, newest first. */
export class Teardown {
  /** @type {(() => unknown)[]} */
  #tasks = [];
  /** @type {Promise<void> | undefined} */
  #completion;
  #abortController = new AbortController();

  get hasStarted() {
    return this.#completion !== undefined;
  }

  /** Aborted by a second interrupt. */
  get abortSignal() {
    return this.#abortController.signal;
  }

  /**
   * Adds a task. If the teardown has started already, the task runs at once.
   * @param {() => unknown} task
   */
  async addOrRun(task) {
    if (this.hasStarted) await task();
    else this.#tasks.push(task);
  }

  /** @returns {Promise<void>} */
  run() {
    this.#completion ??= this.#unwind();
    return this.#completion;
  }

  /** @param {(hurried: boolean) => void} onSignal */
  runOnSignals(onSignal) {
    const stop = () => {
      if (this.hasStarted) this.#abortController.abort();
      onSignal(this.abortSignal.aborted);
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
    if (process.env.npm_lifecycle_event) watchParentShell(() => this.hasStarted || stop());
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
 * npm sends SIGTERM to the shell that runs this script, and the shell dies without passing it on, so watch its exit.
 * @param {() => unknown} stop
 */
function watchParentShell(stop) {
  const shell = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(timer);
    stop();
  }, 200);
  timer.unref();
}
