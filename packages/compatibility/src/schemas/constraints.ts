import { isDeepStrictEqual } from 'node:util';
import type { JsonSchema } from '@archaka/contracts';
import { type Misfit, type Place, told } from './misfit.ts';

const LOWER = ['minLength', 'minimum', 'exclusiveMinimum', 'minItems', 'minProperties'];
const UPPER = ['maxLength', 'maximum', 'exclusiveMaximum', 'maxItems', 'maxProperties'];
/** Judged by rules of their own. */
const STRUCTURE = ['type', 'enum', 'required', 'properties', 'additionalProperties', 'items'];
/** Said to people; nothing is refused for them. */
const REMARKS = ['title', 'description', 'default', 'examples', 'deprecated', '$comment', 'id'];
const JUDGED_APART = new Set([...STRUCTURE, ...REMARKS]);

function isMet(keyword: string, sent: JsonSchema, accepted: JsonSchema): boolean {
  const [has, wants] = [sent[keyword], accepted[keyword]];
  if (isDeepStrictEqual(has, wants)) return true;
  if (typeof has !== 'number' || typeof wants !== 'number') return false;
  if (LOWER.includes(keyword)) return has >= wants;
  return UPPER.includes(keyword) && has <= wants;
}

/** The bounds that a listed value keeps to by itself. */
function boundsOf({ enum: [value] = [] }: JsonSchema): JsonSchema {
  if (typeof value === 'string') return { minLength: value.length, maxLength: value.length };
  return typeof value === 'number' ? { minimum: value, maximum: value } : {};
}

/**
 * What the taker demands beyond the type. A keyword that this does not know must be the same on both sides, so that
 * nothing passes for want of a rule.
 */
export function constraints({ sent, accepted, path }: Place): Misfit[] {
  const kept = { ...sent, ...boundsOf(sent) };
  return Object.keys(accepted)
    .filter((keyword) => !JUDGED_APART.has(keyword) && !isMet(keyword, kept, accepted))
    .map((keyword) => ({
      path,
      taker: `${keyword} is now ${told(accepted[keyword])}, was ${told(kept[keyword])}`,
      sender: `${keyword} is now ${told(kept[keyword])}, was ${told(accepted[keyword])}`,
    }));
}

/** Values that the taker lists and the sender does not keep to. */
export function listed({ sent, accepted, path }: Place): Misfit[] {
  if (!accepted.enum) return [];
  const list = accepted.enum.map(told).join(', ');
  if (!sent.enum) {
    return [{ path, taker: `now takes only ${list}`, sender: `may now be other than ${list}` }];
  }
  return sent.enum
    .filter((value) => !accepted.enum?.includes(value))
    .map((value) => ({ path, taker: `no longer takes ${told(value)}`, sender: `may now be ${told(value)}` }));
}
