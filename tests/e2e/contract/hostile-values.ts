import { calls } from '@archaka/contracts';
import * as z from 'zod';

/** JSON texts, since `JSON.stringify` writes neither a `__proto__` key nor a number beyond all numbers. */
export const HOSTILE_VALUES: readonly string[] = [
  '{"toString":"x"}',
  '{"toString":"x","valueOf":"x"}',
  '{"toJSON":1,"then":1}',
  '{"length":-1,"0":"x"}',
  '{"constructor":{"name":1},"hasOwnProperty":null}',
  '{"__proto__":{"toString":null}}',
  '{"$gt":""}',
  '[{"toString":"x"}]',
  '[[],[null]]',
  `${'['.repeat(30)}${']'.repeat(30)}`,
  `${'{"a":'.repeat(60)}1${'}'.repeat(60)}`,
  'null',
  'true',
  '1e999',
  '-0.1',
  '9007199254740993',
  '"NaN"',
  '"1e999"',
  '"[{\\"language_id\\":{\\"toString\\":1},\\"language\\":{}}]"',
  '"\\ud800"',
  '"\\u0000\\u202e"',
  JSON.stringify('9'.repeat(20_000)),
];

type Path = readonly (string | number)[];

/** Paths of a schema's fields, those of its nested objects and of its lists' first items included. */
function listPaths(schema: unknown, path: Path = []): Path[] {
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([key, field]) => [
      [...path, key],
      ...listPaths(field, [...path, key]),
    ]);
  if (schema instanceof z.ZodArray) return [[...path, 0], ...listPaths(schema.element, [...path, 0])];
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => listPaths(option, path));
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return listPaths(schema.unwrap(), path);
  return [];
}

const MARK = 'a value that is replaced';

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null;

function withMark(value: unknown, [key, ...rest]: Path): unknown {
  if (key === undefined) return MARK;
  if (typeof key === 'number') return [withMark(Array.isArray(value) ? value[0] : undefined, rest)];
  const fields: Record<string, unknown> = isContainer(value) ? { ...value } : {};
  return { ...fields, [key]: withMark(fields[key], rest) };
}

/** Bodies with one hostile value each, in each field of the call's schema. */
export function buildHostileBodies(name: string, valid: Record<string, unknown>): string[] {
  const call = calls.find((one) => one.name === name);
  if (!call) throw new Error(`there is no call ${name}`);
  const paths = new Map(listPaths(call.request).map((path) => [path.join('.'), path]));
  return [...paths.values()].flatMap((path) => {
    const body = JSON.stringify(withMark(valid, path));
    return HOSTILE_VALUES.map((value) => body.replace(JSON.stringify(MARK), () => value));
  });
}
