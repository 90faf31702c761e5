import { transitions as applicationEdges } from '../../../svc-application/src/domain/application-state.ts';
import { attemptTransitions, orderTransitions } from '../../../svc-payment/src/domain/states.ts';
import type { Assertion } from './assertion.ts';

type Transitions = readonly (readonly [from: string, to: string, event: unknown])[];

/** The services' transition tables. One commit may move an attempt twice: captured, then refund requested. */
const tables: Readonly<Record<string, { transitions: Transitions; transitionsPerCommit: number }>> = {
  'archaka_payment.orders': { transitions: orderTransitions, transitionsPerCommit: 1 },
  'archaka_payment.attempts': { transitions: attemptTransitions, transitionsPerCommit: 2 },
  'archaka_application.applications': { transitions: applicationEdges, transitionsPerCommit: 1 },
};

function isReachable(
  from: string,
  to: string,
  { transitions, transitionsPerCommit }: (typeof tables)[string],
): boolean {
  let reached = [from];
  for (let step = 0; step < transitionsPerCommit; step += 1) {
    reached = [...reached, ...transitions.filter(([start]) => reached.includes(start)).map(([, end]) => end)];
  }
  return reached.includes(to);
}

/** Asserts that orders, attempts and applications changed by permitted transitions only. */
export const assertForwardOnly: Assertion = ({ history }) => {
  let transitionCount = 0;
  const violations = Object.entries(tables).flatMap(([collection, table]) =>
    [...(history.states.get(collection) ?? [])].flatMap(([id, states]) =>
      states.slice(1).flatMap((to, index) => {
        const from = states[index] as string;
        transitionCount += 1;
        return isReachable(from, to, table) ? [] : [`${collection} ${id}: ${states.join(', ')}`];
      }),
    ),
  );
  return { measured: `${violations.length} of ${transitionCount} transitions not permitted`, violations };
};
