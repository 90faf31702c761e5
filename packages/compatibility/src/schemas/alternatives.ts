import type { JsonSchema } from '@archaka/contracts';

/** One way that a value may be made: of one type, or `any`. */
export interface Alternative {
  readonly type: string;
  readonly schema: JsonSchema;
}

function getValueType(value: unknown): string {
  if (value === null) return 'null';
  return Number.isInteger(value) ? 'integer' : typeof value;
}

/** A schema as the types it allows, each with its own keywords; values of one type that are listed apart are one list. */
export function toAlternatives(schema: JsonSchema): Alternative[] {
  const { anyOf, oneOf, ...rest } = schema;
  const options = anyOf ?? oneOf;
  if (options) return mergeEnums(options.flatMap((option) => toAlternatives({ ...rest, ...option })));
  if ('const' in schema) {
    const { const: value, ...others } = schema;
    return toAlternatives({ ...others, enum: [value ?? null] });
  }
  if (schema.enum) return groupByType(schema, schema.enum);
  if (schema.type === undefined) return [{ type: 'any', schema }];
  return [schema.type].flat().map((type) => ({ type, schema: { ...schema, type } }));
}

function groupByType(schema: JsonSchema, values: NonNullable<JsonSchema['enum']>): Alternative[] {
  const byType = Map.groupBy(values, getValueType);
  return [...byType].map(([type, sameType]) => ({ type, schema: { ...schema, enum: sameType } }));
}

function mergeEnums(alternatives: Alternative[]): Alternative[] {
  const [lists, others] = [
    alternatives.filter(({ schema }) => schema.enum),
    alternatives.filter(({ schema }) => !schema.enum),
  ];
  const joined = [...Map.groupBy(lists, ({ type }) => type)].map(([type, sameType]) => ({
    type,
    schema: { ...sameType[0]?.schema, enum: sameType.flatMap(({ schema }) => schema.enum ?? []) },
  }));
  return [...others, ...joined];
}

/** The same, with a listed value each: every one must find its place on the other side. */
export const toSingleAlternatives = (schema: JsonSchema): Alternative[] =>
  toAlternatives(schema).flatMap(({ type, schema: one }) =>
    one.enum ? one.enum.map((value) => ({ type, schema: { ...one, enum: [value] } })) : { type, schema: one },
  );
