import * as z from 'zod';
import type { Call } from './call.ts';
import type { EventDefinition } from './event.ts';

/** JSON Schema 2020-12. */
export type JsonSchema = z.core.JSONSchema.BaseSchema;

/** All of a call that those who make it rely on. */
export type CallDescription = Pick<Call, 'session' | 'kind' | 'get'> & {
  readonly owner: string;
  /** The ordered rules, which say more of the request than its schema. */
  readonly checks: readonly { readonly field: string; readonly message: string }[];
  readonly request: JsonSchema;
  readonly answer: JsonSchema;
  /** The business refusals that it can answer. */
  readonly refusals: readonly string[];
};

/** All of an event that its takers and its sender rely on. */
export interface EventDescription {
  readonly from: string;
  /** The payload as it is sent, with its defaults filled in. */
  readonly sent: JsonSchema;
  /** The payload as takers accept it. */
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

/** Whoever reads an answer ignores the fields that it does not know, also where its sender knows all of them. */
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
      // A format's own expression is the library's affair, and differs from one of its versions to the next.
      if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
      jsonSchema.required?.sort();
      change(jsonSchema);
    },
  });
  return described;
}
