import type { EventDefinition } from '@archaka/contracts';

/** A legal move from one state to another, with the event it publishes, or null. */
export type Transition<State extends string> = readonly [
  from: State,
  to: State,
  event: EventDefinition | null,
];

interface StateChange<State extends string> {
  readonly from: State;
  readonly to: State;
}

/** The edge of a move, or undefined when the move is not legal. */
export const findTransition = <State extends string>(
  transitions: readonly Transition<State>[],
  { from, to }: StateChange<State>,
): Transition<State> | undefined => transitions.find(([start, end]) => start === from && end === to);
