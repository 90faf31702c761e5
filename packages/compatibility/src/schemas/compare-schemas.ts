import { isDeepStrictEqual } from 'node:util';
import type { JsonSchema } from '@archaka/contracts';
import { type Alternative, alternativesOf, singleAlternativesOf } from './alternatives.ts';
import { constraints, listed } from './constraints.ts';
import { fields } from './fields.ts';
import type { Misfit, Place } from './misfit.ts';

/**
 * What may be sent and is not accepted; nothing when every value of the one schema is one of the other. Where it
 * cannot tell, it says that it does not fit. Fields that the taker does not know are ignored by it, unless its schema
 * forbids them.
 */
export function compareSchemas({ sent, accepted, path }: Place): Misfit[] {
  if (isDeepStrictEqual(sent, accepted)) return [];
  const ways = alternativesOf(accepted);
  const misfits = singleAlternativesOf(sent).flatMap((alternative) => placeOf(alternative, ways, path));
  return distinct(misfits);
}

/** Why no way of the taker's fits: the reasons of the one that is nearest. */
function placeOf(alternative: Alternative, ways: readonly Alternative[], path: string): Misfit[] {
  const possible = ways.filter(({ type }) => takes(type, alternative.type));
  if (possible.length === 0) {
    const { type } = alternative;
    return [{ path, taker: `no longer takes ${type}`, sender: `may now be ${type}` }];
  }
  const reasons = possible.map((way) => compareAlternatives(alternative.schema, way.schema, path));
  return reasons.toSorted((one, other) => one.length - other.length)[0] ?? [];
}

const takes = (accepted: string, sent: string): boolean =>
  accepted === 'any' || accepted === sent || (accepted === 'number' && sent === 'integer');

function compareAlternatives(sent: JsonSchema, accepted: JsonSchema, path: string): Misfit[] {
  const place = { sent, accepted, path };
  return [...listed(place), ...constraints(place), ...fields(place, compareSchemas), ...items(place)];
}

function items({ sent, accepted, path }: Place): Misfit[] {
  const [has, wants] = [sent.items, accepted.items];
  if (wants === undefined || wants === true) return [];
  return compareSchemas({ sent: asSchema(has), accepted: asSchema(wants), path: `${path}[]` });
}

const asSchema = (items: JsonSchema['items']): JsonSchema =>
  typeof items === 'object' && !Array.isArray(items) ? items : {};

const distinct = (misfits: readonly Misfit[]): Misfit[] => [
  ...new Map(misfits.map((misfit) => [`${misfit.path} ${misfit.sender} ${misfit.taker}`, misfit])).values(),
];
