import type { Envelope, EventDefinition } from '@archaka/contracts';
import type * as z from 'zod';

/** An event that a service takes, and what it does with it. */
export interface EventHandler {
  readonly definition: EventDefinition;
  /** Reads the event's data, and gives the work to do. @throws ZodError for data of another shape. */
  readonly prepare: (envelope: Envelope) => () => Promise<void>;
}

/**
 * Takes an event. The handler runs in one transaction with its inbox row: exactly once in effect
 * for the service's own database. It may run more than once when the transaction is tried again,
 * and must not count on the order of events.
 */
export function handleEvent<Data extends z.ZodType>(
  definition: EventDefinition<Data>,
  handle: (data: z.output<Data>, envelope: Envelope) => Promise<void>,
): EventHandler {
  return {
    definition,
    prepare: (envelope) => {
      const data = definition.data.parse(envelope.data);
      return () => handle(data, envelope);
    },
  };
}
