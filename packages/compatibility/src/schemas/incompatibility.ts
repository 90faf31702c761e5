import type { JsonSchema } from '@archaka/contracts';

/** Something that may be sent and is not accepted, in words for either side that may have caused it. */
export interface Incompatibility {
  /** From the schema's root, `.data[].at`. */
  readonly path: string;
  /** When it is the taker that has changed. */
  readonly consumer: string;
  /** When it is the sender that has changed. */
  readonly producer: string;
}

/** Both sides of one place in a schema. */
export interface SchemaPair {
  /** What may be sent. */
  readonly sent: JsonSchema;
  /** What the other side takes. */
  readonly accepted: JsonSchema;
  readonly path: string;
}

export const formatValue = (value: unknown): string =>
  value === undefined ? 'nothing' : JSON.stringify(value);
