import { transitions as applicationEdges } from '../../svc-application/src/domain/application-state.ts';
import { attemptTransitions, orderTransitions } from '../../svc-payment/src/domain/states.ts';
import type { StateDiagram } from './state-diagram.ts';

/** Every table of states, for `docs/diagrams`. */
export const diagrams: readonly StateDiagram[] = [
  {
    file: 'orders.md',
    title: 'States of an order',
    description:
      'The table is `orderTransitions` in `svc-payment/src/domain/states.ts`. An arrow with a name publishes that event in the transaction that makes the move.',
    first: 'wanted',
    transitions: orderTransitions,
  },
  {
    file: 'attempts.md',
    title: 'States of an attempt to pay',
    description:
      'The table is `attemptTransitions` in `svc-payment/src/domain/states.ts`. An order has as many attempts as somebody left for the checkout or paid; the events are the order’s.',
    first: 'unknown',
    transitions: attemptTransitions,
  },
  {
    file: 'applications.md',
    title: 'States of an application',
    description:
      'The table is `transitions` in `svc-application/src/domain/application-state.ts`. An arrow with a name publishes that event in the transaction that makes the move.',
    first: 'draft',
    transitions: applicationEdges,
  },
];
