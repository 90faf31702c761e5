/** What was done in all worlds together. */
export class Tally {
  steps = 0;
  stories = 0;
  /** Calls of the provider that nobody got an answer to. */
  unanswered = 0;
  readonly #crashes = new Map<string, number>();
  readonly #outcomes = new Map<string, number>();
  readonly #began = performance.now();

  died(where: string): void {
    count(this.#crashes, where);
  }

  /** Something that stands in the books of a story that was told. */
  cameTo(outcome: string): void {
    count(this.#outcomes, outcome);
  }

  get seconds(): number {
    return (performance.now() - this.#began) / 1000;
  }

  report(): string {
    const { steps, stories, unanswered, seconds } = this;
    const crashes = [...this.#crashes.values()].reduce((sum, times) => sum + times, 0);
    return [
      `${steps} steps in ${stories} stories, ${seconds.toFixed(1)} s (${Math.round(steps / seconds)} steps/s)`,
      ...lines(this.#outcomes),
      `${unanswered} calls of the provider without an answer, ${crashes} crashes:`,
      ...lines(this.#crashes),
    ].join('\n');
  }
}

const count = (counts: Map<string, number>, what: string): void => {
  counts.set(what, (counts.get(what) ?? 0) + 1);
};

const lines = (counts: ReadonlyMap<string, number>): string[] =>
  [...counts].toSorted().map(([what, times]) => `  ${times} × ${what}`);
