import { transitions as applicationEdges } from '../../svc-application/src/domain/application-state.ts';
import { attemptTransitions, orderTransitions } from '../../svc-payment/src/domain/states.ts';
import type { StateDiagram } from './state-diagram.ts';

/** Every table of states, for `docs/diagrams`. */
export const diagrams: readonly StateDiagram[] = [
  {
    file: 'orders.md',
    title: 'States of an order',
    description:
      'The table is `orderTransitions` in `svc-payment/src/domain/states.ts`. A labelled arrow publishes that event in the transaction of the transition.',
    first: 'wanted',
    transitions: orderTransitions,
  },
  {
    file: 'attempts.md',
    title: 'States of an attempt to pay',
    description:
      'The table is `attemptTransitions` in `svc-payment/src/domain/states.ts`. An order has one attempt for each started checkout or payment; its events are those of the order.',
    first: 'created',
    transitions: attemptTransitions,
  },
  {
    file: 'applications.md',
    title: 'States of an application',
    description:
      'The table is `transitions` in `svc-application/src/domain/application-state.ts`. A labelled arrow publishes that event in the transaction of the transition.',
    first: 'draft',
    transitions: applicationEdges,
  },
];
