import { isDeepStrictEqual } from 'node:util';
import type { JsonSchema } from '../../src/index.ts';

interface Incompatibility {
  /** From the schema's root, `.data[].at`. */
  readonly path: string;
  /** When the consumer has changed. */
  readonly consumer: string;
  /** When the producer has changed. */
  readonly producer: string;
}

interface SchemaPair {
  readonly sent: JsonSchema;
  readonly accepted: JsonSchema;
  readonly path: string;
}

const formatValue = (value: unknown): string => (value === undefined ? 'nothing' : JSON.stringify(value));

const LOWER = ['minLength', 'minimum', 'exclusiveMinimum', 'minItems', 'minProperties'];
const UPPER = ['maxLength', 'maximum', 'exclusiveMaximum', 'maxItems', 'maxProperties'];
/** Compared by their own rules. */
const STRUCTURE = ['type', 'enum', 'required', 'properties', 'additionalProperties', 'items'];
/** For readers; without effect on validation. */
const ANNOTATIONS = ['title', 'description', 'default', 'examples', 'deprecated', '$comment', 'id'];
const COMPARED_ELSEWHERE = new Set([...STRUCTURE, ...ANNOTATIONS]);

function isSatisfied(keyword: string, sent: JsonSchema, accepted: JsonSchema): boolean {
  const [sentValue, acceptedValue] = [sent[keyword], accepted[keyword]];
  if (isDeepStrictEqual(sentValue, acceptedValue)) return true;
  if (typeof sentValue !== 'number' || typeof acceptedValue !== 'number') return false;
  if (LOWER.includes(keyword)) return sentValue >= acceptedValue;
  return UPPER.includes(keyword) && sentValue <= acceptedValue;
}

/** The bounds that a listed value meets by itself. */
function toBounds({ enum: [value] = [] }: JsonSchema): JsonSchema {
  if (typeof value === 'string') return { minLength: value.length, maxLength: value.length };
  return typeof value === 'number' ? { minimum: value, maximum: value } : {};
}

/** An unknown keyword must be equal on both sides, so that no break passes undetected. */
function compareConstraints({ sent, accepted, path }: SchemaPair): Incompatibility[] {
  const sentWithBounds = { ...sent, ...toBounds(sent) };
  return Object.keys(accepted)
    .filter((keyword) => !COMPARED_ELSEWHERE.has(keyword) && !isSatisfied(keyword, sentWithBounds, accepted))
    .map((keyword) => ({
      path,
      consumer: `${keyword} is now ${formatValue(accepted[keyword])}, was ${formatValue(sentWithBounds[keyword])}`,
      producer: `${keyword} is now ${formatValue(sentWithBounds[keyword])}, was ${formatValue(accepted[keyword])}`,
    }));
}

function compareEnums({ sent, accepted, path }: SchemaPair): Incompatibility[] {
  if (!accepted.enum) return [];
  const allowed = accepted.enum.map(formatValue).join(', ');
  if (!sent.enum) {
    return [{ path, consumer: `now accepts only ${allowed}`, producer: `may now be other than ${allowed}` }];
  }
  return sent.enum
    .filter((value) => !accepted.enum?.includes(value))
    .map((value) => ({
      path,
      consumer: `no longer accepts ${formatValue(value)}`,
      producer: `may now be ${formatValue(value)}`,
    }));
}

type SchemaComparison = (place: SchemaPair) => Incompatibility[];

const toSchema = (schema: unknown): JsonSchema => (typeof schema === 'object' ? (schema as JsonSchema) : {});

function compareFields({ sent, accepted, path }: SchemaPair, compare: SchemaComparison): Incompatibility[] {
  if (accepted.type !== 'object') return [];
  return [
    ...findMissingFields({ sent, accepted, path }),
    ...Object.entries(sent.properties ?? {}).flatMap(([name, schema]) =>
      compareField({ sent: toSchema(schema), accepted, path: `${path}.${name}` }, { name, compare }),
    ),
    ...compareAdditionalFields({ sent, accepted, path }, compare),
  ];
}

const findMissingFields = ({ sent, accepted, path }: SchemaPair): Incompatibility[] =>
  (accepted.required ?? [])
    .filter((name) => !sent.required?.includes(name))
    .map((name) => ({
      path: `${path}.${name}`,
      consumer: 'now required',
      producer: sent.properties?.[name] === undefined ? 'removed' : 'may now be absent',
    }));

function compareField(
  { sent, accepted, path }: SchemaPair,
  { name, compare }: { name: string; compare: SchemaComparison },
): Incompatibility[] {
  const acceptedField = accepted.properties?.[name] ?? accepted.additionalProperties;
  if (acceptedField === undefined || acceptedField === true) return [];
  if (acceptedField !== false) return compare({ sent, accepted: acceptedField, path });
  return [{ path, consumer: 'no longer accepted', producer: 'new, and its consumers reject unknown fields' }];
}

function compareAdditionalFields(
  { sent, accepted, path }: SchemaPair,
  compare: SchemaComparison,
): Incompatibility[] {
  const [sentAdditional, acceptedAdditional] = [sent.additionalProperties, accepted.additionalProperties];
  if (acceptedAdditional === undefined || acceptedAdditional === true || sentAdditional === false) return [];
  if (acceptedAdditional !== false) {
    return compare({ sent: toSchema(sentAdditional), accepted: acceptedAdditional, path: `${path}.*` });
  }
  return [
    {
      path,
      consumer: 'now rejects unknown fields',
      producer: 'may now have fields that its consumers reject',
    },
  ];
}

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
  return compareSchemas({
    sent: toItemSchema(sentItems),
    accepted: toItemSchema(acceptedItems),
    path: `${path}[]`,
  });
}

const toItemSchema = (items: JsonSchema['items']): JsonSchema =>
  typeof items === 'object' && !Array.isArray(items) ? items : {};

const deduplicate = (incompatibilities: readonly Incompatibility[]): Incompatibility[] => [
  ...new Map(
    incompatibilities.map((incompatibility) => [
      `${incompatibility.path} ${incompatibility.producer} ${incompatibility.consumer}`,
      incompatibility,
    ]),
  ).values(),
];
