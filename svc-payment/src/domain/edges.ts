import type { EventDefinition } from '@archaka/contracts';

/** A legal move from one state to another, with the event it publishes, or null. */
export type Edge<State extends string> = readonly [from: State, to: State, event: EventDefinition | null];

interface Move<State extends string> {
  readonly from: State;
  readonly to: State;
}

/** The edge of a move, or undefined when the move is not legal. */
export const findEdge = <State extends string>(
  edges: readonly Edge<State>[],
  { from, to }: Move<State>,
): Edge<State> | undefined => edges.find(([start, end]) => start === from && end === to);
