import { isDeepStrictEqual } from 'node:util';
import type { JsonSchema } from '../../src/index.ts';
import { compareConstraints, compareEnums } from './compare-constraints.ts';
import { compareFields } from './compare-fields.ts';
import type { Incompatibility, SchemaPair } from './incompatibility.ts';

interface Alternative {
  readonly type: string;
  readonly schema: JsonSchema;
}

function getValueType(value: unknown): string {
  if (value === null) return 'null';
  return Number.isInteger(value) ? 'integer' : typeof value;
}

/** Splits a schema by type, and joins the listed values of one type. */
function toAlternatives(schema: JsonSchema): Alternative[] {
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

/** One alternative for each listed value: each must fit by itself. */
const toSingleAlternatives = (schema: JsonSchema): Alternative[] =>
  toAlternatives(schema).flatMap(({ type, schema: one }) =>
    one.enum ? one.enum.map((value) => ({ type, schema: { ...one, enum: [value] } })) : { type, schema: one },
  );

/** Returns what may be sent and is not accepted. Consumers ignore unknown fields unless forbidden. */
export function compareSchemas({ sent, accepted, path }: SchemaPair): Incompatibility[] {
  if (isDeepStrictEqual(sent, accepted)) return [];
  const alternatives = toAlternatives(accepted);
  const incompatibilities = toSingleAlternatives(sent).flatMap((alternative) =>
    findIncompatibilities(alternative, alternatives, path),
  );
  return deduplicate(incompatibilities);
}

/** Returns the reasons of the closest alternative. */
function findIncompatibilities(
  alternative: Alternative,
  alternatives: readonly Alternative[],
  path: string,
): Incompatibility[] {
  const candidates = alternatives.filter(({ type }) => accepts(type, alternative.type));
  if (candidates.length === 0) {
    const { type } = alternative;
    return [{ path, consumer: `no longer accepts ${type}`, producer: `may now be ${type}` }];
  }
  const reasons = candidates.map((candidate) =>
    compareAlternatives(alternative.schema, candidate.schema, path),
  );
  return reasons.toSorted((one, other) => one.length - other.length)[0] ?? [];
}

const accepts = (accepted: string, sent: string): boolean =>
  accepted === 'any' || accepted === sent || (accepted === 'number' && sent === 'integer');

function compareAlternatives(sent: JsonSchema, accepted: JsonSchema, path: string): Incompatibility[] {
  const pair = { sent, accepted, path };
  return [
    ...compareEnums(pair),
    ...compareConstraints(pair),
    ...compareFields(pair, compareSchemas),
    ...compareItems(pair),
  ];
}

function compareItems({ sent, accepted, path }: SchemaPair): Incompatibility[] {
  const [sentItems, acceptedItems] = [sent.items, accepted.items];
  if (acceptedItems === undefined || acceptedItems === true) return [];
  return compareSchemas({ sent: toSchema(sentItems), accepted: toSchema(acceptedItems), path: `${path}[]` });
}

const toSchema = (items: JsonSchema['items']): JsonSchema =>
  typeof items === 'object' && !Array.isArray(items) ? items : {};

const deduplicate = (incompatibilities: readonly Incompatibility[]): Incompatibility[] => [
  ...new Map(
    incompatibilities.map((incompatibility) => [
      `${incompatibility.path} ${incompatibility.producer} ${incompatibility.consumer}`,
      incompatibility,
    ]),
  ).values(),
];
