import type { Answers } from '../journeys/answers.ts';
import type { Journey } from '../journeys/journey.ts';
import type { Struck } from '../schedule/strike.ts';
import type { Books } from '../watch/books.ts';
import type { HeardEvent } from '../watch/heard.ts';
import type { Ledger } from '../watch/ledger.ts';
import type { Recovery } from '../watch/recoveries.ts';
import type { Story } from '../watch/story.ts';

/** Everything that is known of a run when it is over. */
export interface Evidence {
  readonly journeys: readonly Journey[];
  readonly answers: Answers;
  /** Faults that were to happen at least once. */
  readonly planned: readonly string[];
  readonly struck: readonly Struck[];
  readonly recoveries: readonly Recovery[];
  readonly story: Story;
  readonly heard: readonly HeardEvent[];
  readonly books: Books;
  readonly ledger: Ledger;
  readonly outboxRows: number;
  readonly deadLetters: readonly string[];
  readonly rest: { readonly ms: number; readonly left: readonly string[] };
}

/** What was asserted, what was measured, and what speaks against it, if anything. */
export interface Finding {
  readonly measured: string;
  readonly against: readonly string[];
}

export type Assertion = (evidence: Evidence) => Finding;
