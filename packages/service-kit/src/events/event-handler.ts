import type { Envelope, EventDefinition } from '@archaka/contracts';
import type * as z from 'zod';

export interface EventHandler {
  readonly definition: EventDefinition;
  /** @throws ZodError for data of another shape. */
  readonly prepare: (envelope: Envelope) => () => Promise<void>;
}

/** Exactly once in effect for the service's own database, in any order. `handle` may run again on a retry. */
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
