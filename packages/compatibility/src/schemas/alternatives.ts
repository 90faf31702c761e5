import type { JsonSchema } from '@archaka/contracts';

/** One way that a value may be made: of one type, or `any`. */
export interface Alternative {
  readonly type: string;
  readonly schema: JsonSchema;
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Number.isInteger(value) ? 'integer' : typeof value;
}

/** A schema as the types it allows, each with its own keywords; values of one type that are listed apart are one list. */
export function alternativesOf(schema: JsonSchema): Alternative[] {
  const { anyOf, oneOf, ...rest } = schema;
  const options = anyOf ?? oneOf;
  if (options) return joinLists(options.flatMap((option) => alternativesOf({ ...rest, ...option })));
  if ('const' in schema) {
    const { const: value, ...others } = schema;
    return alternativesOf({ ...others, enum: [value ?? null] });
  }
  if (schema.enum) return listsOf(schema, schema.enum);
  if (schema.type === undefined) return [{ type: 'any', schema }];
  return [schema.type].flat().map((type) => ({ type, schema: { ...schema, type } }));
}

function listsOf(schema: JsonSchema, values: NonNullable<JsonSchema['enum']>): Alternative[] {
  const byType = Map.groupBy(values, typeOf);
  return [...byType].map(([type, some]) => ({ type, schema: { ...schema, enum: some } }));
}

function joinLists(alternatives: Alternative[]): Alternative[] {
  const [lists, others] = [
    alternatives.filter(({ schema }) => schema.enum),
    alternatives.filter(({ schema }) => !schema.enum),
  ];
  const joined = [...Map.groupBy(lists, ({ type }) => type)].map(([type, some]) => ({
    type,
    schema: { ...some[0]?.schema, enum: some.flatMap(({ schema }) => schema.enum ?? []) },
  }));
  return [...others, ...joined];
}

/** The same, with a listed value each: every one must find its place on the other side. */
export const singleAlternativesOf = (schema: JsonSchema): Alternative[] =>
  alternativesOf(schema).flatMap(({ type, schema: one }) =>
    one.enum ? one.enum.map((value) => ({ type, schema: { ...one, enum: [value] } })) : { type, schema: one },
  );
