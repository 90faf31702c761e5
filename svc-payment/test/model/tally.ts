/** Totals over all worlds. */
export class Tally {
  steps = 0;
  scenarios = 0;
  /** At the provider. */
  payments = 0;
  /** Provider calls whose response was lost. */
  unanswered = 0;
  readonly #crashes = new Map<string, number>();
  readonly #outcomes = new Map<string, number>();
  readonly #began = performance.now();

  recordCrash(where: string): void {
    increment(this.#crashes, where);
  }

  /** A fact that the ledger of some sequence contained. */
  recordOutcome(outcome: string): void {
    increment(this.#outcomes, outcome);
  }

  get seconds(): number {
    return (performance.now() - this.#began) / 1000;
  }

  report(): string {
    const { steps, scenarios, payments, unanswered, seconds } = this;
    const crashes = [...this.#crashes.values()].reduce((sum, times) => sum + times, 0);
    return [
      `${steps} steps and ${payments} payments in ${scenarios} sequences, ${seconds.toFixed(1)} s (${Math.round(steps / seconds)} steps/s)`,
      ...formatCounts(this.#outcomes),
      `${unanswered} calls of the provider without an answer, ${crashes} crashes:`,
      ...formatCounts(this.#crashes),
    ].join('\n');
  }
}

const increment = (counts: Map<string, number>, what: string): void => {
  counts.set(what, (counts.get(what) ?? 0) + 1);
};

const formatCounts = (counts: ReadonlyMap<string, number>): string[] =>
  [...counts].toSorted().map(([what, times]) => `  ${times} × ${what}`);
