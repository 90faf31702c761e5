import { edges as applicationEdges } from '../../svc-application/src/domain/application-state.ts';
import { attemptEdges } from '../../svc-payment/src/domain/attempt-states.ts';
import { orderEdges } from '../../svc-payment/src/domain/order-states.ts';
import type { StateDiagram } from './state-diagram.ts';

/** Every table of states, as it is drawn in `docs/diagrams`. */
export const diagrams: readonly StateDiagram[] = [
  {
    file: 'orders.md',
    title: 'States of an order',
    about:
      'The table is `orderEdges` in `svc-payment/src/domain/order-states.ts`. An arrow with a name publishes that event in the transaction that makes the move.',
    first: 'wanted',
    edges: orderEdges,
  },
  {
    file: 'attempts.md',
    title: 'States of an attempt to pay',
    about:
      'The table is `attemptEdges` in `svc-payment/src/domain/attempt-states.ts`. An order has as many attempts as somebody left for the checkout or paid; the events are the order’s.',
    first: 'unknown',
    edges: attemptEdges,
  },
  {
    file: 'applications.md',
    title: 'States of an application',
    about:
      'The table is `edges` in `svc-application/src/domain/application-state.ts`. An arrow with a name publishes that event in the transaction that makes the move.',
    first: 'draft',
    edges: applicationEdges,
  },
];
