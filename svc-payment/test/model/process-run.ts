import type { CrashPoint, Fault } from './faults.ts';

/** Thrown where the process dies, and by everything it still tries afterwards. */
class ProcessCrash extends Error {
  override readonly name = 'ProcessCrash';
}

/** One life of the service's process, with the mishap that is in store for it. */
export class ProcessRun {
  /** Where it ended. */
  diedAt: CrashPoint | undefined;
  /** How often the provider did not answer. */
  unanswered = 0;
  #mishap: Fault = { kind: 'none' };
  #passed = 0;
  readonly #commits = new Set<Promise<unknown>>();

  setFault(fault: Fault): void {
    this.#mishap = fault;
    this.#passed = 0;
  }

  /** Goes by a place where it may die. @throws ProcessCrash */
  reach(place: CrashPoint): void {
    if (this.diedAt !== undefined) throw new ProcessCrash('A dead process does nothing.');
    if (this.#mishap.kind !== 'dies' || this.#mishap.where !== place) return;
    if (this.#passed++ < this.#mishap.nth) return;
    this.diedAt = place;
    throw new ProcessCrash(place);
  }

  /** Whether this call of the provider goes wrong, and how. */
  nextCallOutcome(): 'well' | 'answer lost' | 'provider down' {
    const { kind } = this.#mishap;
    if (kind !== 'answer lost' && kind !== 'provider down') return 'well';
    if (this.#passed++ !== this.#mishap.nth) return 'well';
    this.unanswered += 1;
    return kind;
  }

  /** What the store was told to do goes on when the process is dead. */
  async trackCommit<Result>(commit: Promise<Result>): Promise<Result> {
    this.#commits.add(commit);
    try {
      return await commit;
    } finally {
      this.#commits.delete(commit);
    }
  }

  async whenCommitted(): Promise<void> {
    while (this.#commits.size > 0) await Promise.allSettled(this.#commits);
  }
}
