import { edges as applicationEdges } from '../../../svc-application/src/domain/application-state.ts';
import { attemptEdges } from '../../../svc-payment/src/domain/attempt-states.ts';
import { orderEdges } from '../../../svc-payment/src/domain/order-states.ts';
import type { Assertion } from './finding.ts';

type Moves = readonly (readonly [from: string, to: string, event: unknown])[];

/** The tables that the services move by. One commit may hold two moves of an attempt: taken, and to be returned. */
const tables: Readonly<Record<string, { edges: Moves; movesACommit: number }>> = {
  'archaka_payment.orders': { edges: orderEdges, movesACommit: 1 },
  'archaka_payment.attempts': { edges: attemptEdges, movesACommit: 2 },
  'archaka_application.applications': { edges: applicationEdges, movesACommit: 1 },
};

function mayBecome(from: string, to: string, { edges, movesACommit }: (typeof tables)[string]): boolean {
  let reached = [from];
  for (let moves = 0; moves < movesACommit; moves += 1) {
    reached = [...reached, ...edges.filter(([start]) => reached.includes(start)).map(([, end]) => end)];
  }
  return reached.includes(to);
}

/** Orders, attempts and applications moved along the edges of their tables only. */
export const forwardOnly: Assertion = ({ story }) => {
  let moves = 0;
  const against = Object.entries(tables).flatMap(([where, table]) =>
    [...(story.states.get(where) ?? [])].flatMap(([id, states]) =>
      states.slice(1).flatMap((to, place) => {
        const from = states[place] as string;
        moves += 1;
        return mayBecome(from, to, table) ? [] : [`${where} ${id}: ${states.join(', ')}`];
      }),
    ),
  );
  return { measured: `${against.length} of ${moves} moves backward`, against };
};
