import type { Journey } from '../journeys/journey.ts';
import type { ResponseCounter } from '../journeys/response-counter.ts';
import type { InjectedFault } from '../schedule/inject-faults.ts';
import type { DatabaseSnapshot } from '../watch/database-snapshot.ts';
import type { History } from '../watch/history.ts';
import type { Ledger } from '../watch/ledger.ts';
import type { PublishedEvent } from '../watch/published-events.ts';
import type { Recovery } from '../watch/recoveries.ts';

/** All observations of a run, complete after its end. */
export interface RunObservations {
  readonly journeys: readonly Journey[];
  readonly responses: ResponseCounter;
  /** Faults that must occur at least once. */
  readonly scheduledFaults: readonly string[];
  readonly injectedFaults: readonly InjectedFault[];
  readonly recoveries: readonly Recovery[];
  readonly history: History;
  readonly events: readonly PublishedEvent[];
  readonly snapshot: DatabaseSnapshot;
  readonly ledger: Ledger;
  readonly outboxRows: number;
  readonly deadLetters: readonly string[];
  readonly quiescence: { readonly ms: number; readonly remaining: readonly string[] };
}

/** The result of an assertion: the measured value and the violations; it passed when there are none. */
export interface AssertionResult {
  readonly measured: string;
  readonly violations: readonly string[];
}

export type Assertion = (observations: RunObservations) => AssertionResult;
