import * as z from 'zod';
import type { Service } from './services.ts';

export interface EventDefinition<Data extends z.ZodType = z.ZodType> {
  /** Also the AMQP routing key, e.g. `application.submitted.v1`. */
  readonly type: string;
  readonly producer: Service;
  readonly consumers: readonly Service[];
  readonly data: Data;
  /** Its data is sealed between the services. */
  readonly isPersonal?: boolean;
}

export function defineEvent<Data extends z.ZodType>(
  type: string,
  definition: Omit<EventDefinition<Data>, 'type'>,
): EventDefinition<Data> {
  return { type, ...definition };
}

/** CloudEvents 1.0 in structured JSON, the body of the AMQP message. */
export const envelope = z.object({
  specversion: z.literal('1.0'),
  id: z.string(),
  source: z.string(),
  type: z.string(),
  subject: z.string().optional(),
  time: z.iso.datetime(),
  datacontenttype: z.literal('application/json'),
  traceparent: z.string().optional(),
  data: z.unknown(),
});
export type Envelope = z.infer<typeof envelope>;
