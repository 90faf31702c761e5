import type { EventDefinition } from '@archaka/contracts';

/** The event is published with the transition; null for none. */
export type Transition<State extends string> = readonly [
  from: State,
  to: State,
  event: EventDefinition | null,
];

interface StateChange<State extends string> {
  readonly from: State;
  readonly to: State;
}

export const findTransition = <State extends string>(
  transitions: readonly Transition<State>[],
  { from, to }: StateChange<State>,
): Transition<State> | undefined => transitions.find(([start, end]) => start === from && end === to);
