import * as z from 'zod';
import type { Call } from './call.ts';
import type { EventDefinition } from './event.ts';

/** JSON Schema 2020-12. */
export type JsonSchema = z.core.JSONSchema.BaseSchema;

export type CallDescription = Pick<Call, 'session' | 'kind' | 'get'> & {
  readonly owner: string;
  /** These restrict the request further than its schema. */
  readonly checks: readonly { readonly field: string; readonly message: string }[];
  readonly request: JsonSchema;
  readonly answer: JsonSchema;
  readonly refusals: readonly string[];
};

export interface EventDescription {
  readonly from: string;
  readonly sent: JsonSchema;
  readonly accepted: JsonSchema;
}

export const describeCall = (call: Call): CallDescription => ({
  owner: call.service,
  session: call.session,
  kind: call.kind,
  get: call.get,
  checks: call.checks.map(({ field, message }) => ({ field, message })),
  request: toJsonSchema(call.request, 'input'),
  answer: toOpenSchema(call.response.body),
  refusals: Object.keys(call.response.businessErrors),
});

export const describeEvent = ({ producer: from, data }: EventDefinition): EventDescription => ({
  from,
  sent: toJsonSchema(data, 'output'),
  accepted: toJsonSchema(data, 'input'),
});

const toOpenSchema = (answer: z.ZodType): JsonSchema =>
  toJsonSchema(answer, 'output', (schema) => {
    if (schema.additionalProperties === false) delete schema.additionalProperties;
  });

function toJsonSchema(
  schema: z.ZodType,
  io: 'input' | 'output',
  change: (schema: JsonSchema) => void = () => undefined,
): JsonSchema {
  const { $schema: _dialect, ...described } = z.toJSONSchema(schema, {
    io,
    override: ({ jsonSchema }) => {
      // The library's pattern for a format changes between its versions.
      if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
      jsonSchema.required?.sort();
      change(jsonSchema);
    },
  });
  return described;
}
