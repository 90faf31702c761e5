import type { JsonSchema } from '../../src/index.ts';
import type { Incompatibility, SchemaPair } from './incompatibility.ts';

type SchemaComparison = (place: SchemaPair) => Incompatibility[];

const toSchema = (schema: unknown): JsonSchema => (typeof schema === 'object' ? (schema as JsonSchema) : {});

export function compareFields(
  { sent, accepted, path }: SchemaPair,
  compare: SchemaComparison,
): Incompatibility[] {
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
