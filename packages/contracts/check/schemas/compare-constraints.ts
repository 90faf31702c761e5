import { isDeepStrictEqual } from 'node:util';
import type { JsonSchema } from '../../src/index.ts';
import { formatValue, type Incompatibility, type SchemaPair } from './incompatibility.ts';

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
export function compareConstraints({ sent, accepted, path }: SchemaPair): Incompatibility[] {
  const sentWithBounds = { ...sent, ...toBounds(sent) };
  return Object.keys(accepted)
    .filter((keyword) => !COMPARED_ELSEWHERE.has(keyword) && !isSatisfied(keyword, sentWithBounds, accepted))
    .map((keyword) => ({
      path,
      consumer: `${keyword} is now ${formatValue(accepted[keyword])}, was ${formatValue(sentWithBounds[keyword])}`,
      producer: `${keyword} is now ${formatValue(sentWithBounds[keyword])}, was ${formatValue(accepted[keyword])}`,
    }));
}

export function compareEnums({ sent, accepted, path }: SchemaPair): Incompatibility[] {
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
