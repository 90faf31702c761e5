import { unreadable } from '../errors.ts';
import type { RawBody } from './call-handler.ts';

/** Deeper than any form of the portal. */
const MAX_DEPTH = 32;
/** Ten times a whole form. Each value costs memory far beyond its bytes. */
const MAX_VALUES = 5_000;
const PROTOTYPE = '__proto__';

const [QUOTE, BACKSLASH, COMMA, BRACKET, BRACE] = Buffer.from('"\\,[{');

const isContainer = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** Removes `__proto__` keys and rejects deep nesting, without recursion. */
function sanitizeJson(root: RawBody): RawBody {
  let level: Record<string, unknown>[] = [root];
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) throw unreadable('The body is nested too deeply.');
    const nextLevel: Record<string, unknown>[] = [];
    for (const container of level) {
      if (Object.hasOwn(container, PROTOTYPE)) delete container[PROTOTYPE];
      for (const value of Object.values(container)) if (isContainer(value)) nextLevel.push(value);
    }
    level = nextLevel;
  }
  return root;
}

function hasTooManyValues(bytes: Buffer): boolean {
  let values = 0;
  let inString = false;
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index];
    if (byte === QUOTE) inString = !inString;
    else if (inString) index += byte === BACKSLASH ? 1 : 0;
    else if (byte === COMMA || byte === BRACKET || byte === BRACE) values += 1;
    if (values > MAX_VALUES) return true;
  }
  return false;
}

function parse(bytes: Buffer): unknown {
  if (hasTooManyValues(bytes)) throw unreadable('The body has too many values.');
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    throw unreadable('The body is not JSON.');
  }
}

/** Treats an empty body as an empty object. @throws HttpProblem 400 for other values. */
export function parseJsonObject(bytes: Buffer): RawBody {
  if (bytes.length === 0) return {};
  const body = parse(bytes);
  if (!isContainer(body) || Array.isArray(body)) throw unreadable('The body is not a JSON object.');
  return sanitizeJson(body);
}
