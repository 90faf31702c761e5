import { unreadable } from '../errors.ts';
import type { RawBody } from './serve.ts';

/** Deeper than any form of the portal. */
const MAX_DEPTH = 32;
const PROTOTYPE = '__proto__';

const isContainer = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** Takes out `__proto__` keys and refuses deep nesting, without recursion. */
function makeHarmless(root: RawBody): RawBody {
  let level: Record<string, unknown>[] = [root];
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) throw unreadable('The body is nested too deeply.');
    const below: Record<string, unknown>[] = [];
    for (const container of level) {
      if (Object.hasOwn(container, PROTOTYPE)) delete container[PROTOTYPE];
      for (const value of Object.values(container)) if (isContainer(value)) below.push(value);
    }
    level = below;
  }
  return root;
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    throw unreadable('The body is not JSON.');
  }
}

/** The JSON object in a body; nothing at all counts as an empty one. Anything else is a 400. */
export function jsonObject(bytes: Buffer): RawBody {
  if (bytes.length === 0) return {};
  const body = parse(bytes);
  if (!isContainer(body) || Array.isArray(body)) throw unreadable('The body is not a JSON object.');
  return makeHarmless(body);
}
