import type { CrashPoint, Fault } from './faults.ts';

/** Thrown at the crash, and by everything that the process still attempts afterwards. */
class ProcessCrash extends Error {
  override readonly name = 'ProcessCrash';
}

/** One run of the service's process, with its planned fault. */
export class ProcessRun {
  /** Where it crashed. */
  diedAt: CrashPoint | undefined;
  /** Number of provider calls without a response. */
  unanswered = 0;
  #mishap: Fault = { kind: 'none' };
  #passed = 0;
  readonly #commits = new Set<Promise<unknown>>();

  setFault(fault: Fault): void {
    this.#mishap = fault;
    this.#passed = 0;
  }

  /** Passes a crash point. @throws ProcessCrash */
  reach(place: CrashPoint): void {
    if (this.diedAt !== undefined) throw new ProcessCrash('A dead process does nothing.');
    if (this.#mishap.kind !== 'dies' || this.#mishap.where !== place) return;
    if (this.#passed++ < this.#mishap.nth) return;
    this.diedAt = place;
    throw new ProcessCrash(place);
  }

  /** The fault of this provider call, if any. */
  nextCallOutcome(): 'well' | 'answer lost' | 'provider down' {
    const { kind } = this.#mishap;
    if (kind !== 'answer lost' && kind !== 'provider down') return 'well';
    if (this.#passed++ !== this.#mishap.nth) return 'well';
    this.unanswered += 1;
    return kind;
  }

  /** Commands that the database has received complete after the crash. */
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
