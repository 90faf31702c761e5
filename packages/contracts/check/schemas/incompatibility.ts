import type { JsonSchema } from '../../src/index.ts';

export interface Incompatibility {
  /** From the schema's root, `.data[].at`. */
  readonly path: string;
  /** When the consumer has changed. */
  readonly consumer: string;
  /** When the producer has changed. */
  readonly producer: string;
}

export interface SchemaPair {
  readonly sent: JsonSchema;
  readonly accepted: JsonSchema;
  readonly path: string;
}

export const formatValue = (value: unknown): string =>
  value === undefined ? 'nothing' : JSON.stringify(value);
