import type { JsonSchema } from '@archaka/contracts';

/** Something that may be sent and is not accepted, in words for either side that may have caused it. */
export interface Misfit {
  /** From the schema's root, `.data[].at`. */
  readonly path: string;
  /** When it is the taker that has changed. */
  readonly taker: string;
  /** When it is the sender that has changed. */
  readonly sender: string;
}

/** Both sides of one place in a schema. */
export interface Place {
  /** What may be sent. */
  readonly sent: JsonSchema;
  /** What the other side takes. */
  readonly accepted: JsonSchema;
  readonly path: string;
}

export const told = (value: unknown): string => (value === undefined ? 'nothing' : JSON.stringify(value));
