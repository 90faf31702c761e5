import type { JsonSchema } from '@archaka/contracts';
import type { Misfit, Place } from './misfit.ts';

type Compare = (place: Place) => Misfit[];

const schemaAt = (schema: unknown): JsonSchema => (typeof schema === 'object' ? (schema as JsonSchema) : {});

/** The fields of an object: those that the taker needs, and those that both know. */
export function fields({ sent, accepted, path }: Place, compare: Compare): Misfit[] {
  if (accepted.type !== 'object') return [];
  return [
    ...needed({ sent, accepted, path }),
    ...Object.entries(sent.properties ?? {}).flatMap(([name, schema]) =>
      field({ sent: schemaAt(schema), accepted, path: `${path}.${name}` }, { name, compare }),
    ),
    ...others({ sent, accepted, path }, compare),
  ];
}

const needed = ({ sent, accepted, path }: Place): Misfit[] =>
  (accepted.required ?? [])
    .filter((name) => !sent.required?.includes(name))
    .map((name) => ({
      path: `${path}.${name}`,
      taker: 'now required',
      sender: sent.properties?.[name] === undefined ? 'no longer there' : 'may now be absent',
    }));

function field(
  { sent, accepted, path }: Place,
  { name, compare }: { name: string; compare: Compare },
): Misfit[] {
  const known = accepted.properties?.[name] ?? accepted.additionalProperties;
  if (known === undefined || known === true) return [];
  if (known !== false) return compare({ sent, accepted: known, path });
  return [{ path, taker: 'no longer taken', sender: 'new, and its takers refuse what they do not know' }];
}

/** Fields without a name in the schema. */
function others({ sent, accepted, path }: Place, compare: Compare): Misfit[] {
  const [open, demanded] = [sent.additionalProperties, accepted.additionalProperties];
  if (demanded === undefined || demanded === true || open === false) return [];
  if (demanded !== false) {
    return compare({ sent: schemaAt(open), accepted: demanded, path: `${path}.*` });
  }
  return [
    {
      path,
      taker: 'now refuses fields that it does not know',
      sender: 'may now have fields that its takers refuse',
    },
  ];
}
