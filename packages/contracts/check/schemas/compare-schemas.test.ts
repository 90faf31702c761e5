import { describe, expect, test } from '@jest/globals';
import * as z from 'zod';
import { compareSchemas } from './compare-schemas.ts';

const toSchema = (zodSchema: z.ZodType) => z.toJSONSchema(zodSchema, { io: 'input' });

/** The consumer's schema changes. */
const compareAsConsumer = (before: z.ZodType, now: z.ZodType) =>
  compareSchemas({ sent: toSchema(before), accepted: toSchema(now), path: 'request' }).map(
    ({ path, consumer }) => `${path}: ${consumer}`,
  );

/** The producer's schema changes. */
const compareAsProducer = (before: z.ZodType, now: z.ZodType) =>
  compareSchemas({ sent: toSchema(now), accepted: toSchema(before), path: 'answer' }).map(
    ({ path, producer }) => `${path}: ${producer}`,
  );

const form = z.object({ name: z.string(), exam: z.literal([1, 2, 3]), files: z.array(z.string()).nullish() });

describe('a stricter consumer is incompatible', () => {
  test.each<[string, z.ZodType, z.ZodType, string]>([
    ['a new required field', form, form.extend({ dob: z.string() }), 'request.dob: now required'],
    [
      'a formerly optional field',
      form,
      form.extend({ files: z.array(z.string()) }),
      'request.files: now required',
    ],
    [
      'a removed type',
      z.object({ id: z.union([z.string(), z.number()]) }),
      z.object({ id: z.string() }),
      'request.id: no longer accepts number',
    ],
    ['a fraction', z.number(), z.int(), 'request: no longer accepts number'],
    ['null', z.string().nullable(), z.string(), 'request: no longer accepts null'],
    ['a removed value', form, form.extend({ exam: z.literal([1, 2]) }), 'request.exam: no longer accepts 3'],
    ['a list of values', z.string(), z.enum(['a', 'b']), 'request: now accepts only "a", "b"'],
    ['a minimum length', z.string(), z.string().min(1), 'request: minLength is now 1, was nothing'],
    ['a maximum length', z.string().max(100), z.string().max(50), 'request: maxLength is now 50, was 100'],
    ['a minimum', z.int().min(0), z.int().min(1), 'request: minimum is now 1, was 0'],
    ['a maximum', z.int().max(9), z.int().max(8), 'request: maximum is now 8, was 9'],
    [
      'fewer items',
      z.array(z.string()).max(2),
      z.array(z.string()).max(1),
      'request: maxItems is now 1, was 2',
    ],
    ['an expression', z.string(), z.string().regex(/^a/), 'request: pattern is now "^a", was nothing'],
    ['a stricter item', z.array(z.unknown()), z.array(z.string()), 'request[]: no longer accepts any'],
    [
      'a field within a list within an object',
      z.object({ files: z.array(z.object({ type: z.string() })) }),
      z.object({ files: z.array(z.object({ type: z.string().max(4) })) }),
      'request.files[].type: maxLength is now 4, was nothing',
    ],
    ['no unknown fields', z.object({}), z.strictObject({}), 'request: now rejects unknown fields'],
    [
      'a removed field of a strict object',
      z.strictObject({ a: z.string().optional() }),
      z.strictObject({}),
      'request.a: no longer accepted',
    ],
    [
      'other values of a record',
      z.record(z.string(), z.union([z.string(), z.boolean()])),
      z.record(z.string(), z.string()),
      'request.*: no longer accepts boolean',
    ],
    [
      'a keyword without a rule',
      z.array(z.string()),
      z.array(z.string()).meta({ uniqueItems: true }),
      'request: uniqueItems is now true, was nothing',
    ],
  ])('%s', (_what, before, now, message) => {
    expect(compareAsConsumer(before, now)).toContain(message);
  });

  test('one message for each changed field', () => {
    const now = form.extend({ name: z.string().max(9), dob: z.string(), exam: z.literal([2, 3]) });
    expect(compareAsConsumer(form, now)).toEqual([
      'request.dob: now required',
      'request.name: maxLength is now 9, was nothing',
      'request.exam: no longer accepts 1',
    ]);
  });
});

test.each<[string, z.ZodType, z.ZodType]>([
  ['a new optional field', form, form.extend({ dob: z.string().optional() })],
  ['a formerly required field', form, form.partial()],
  ['a field that it now ignores', form, form.omit({ name: true })],
  ['one more type', z.string(), z.union([z.number(), z.string()])],
  ['one more value', form, form.extend({ exam: z.literal([1, 2, 3, 4]) })],
  ['any of a list of values', z.enum(['a']), z.string()],
  ['any number', z.int(), z.number()],
  ['anything', form, z.unknown()],
  ['a wider bound', z.string().min(2).max(3), z.string().min(1).max(4)],
  ['no bound', z.string().regex(/^a/).max(3), z.string()],
  ['values in another order', z.literal(['a', 'b', 1]), z.literal([1, 'b', 'a'])],
  ['values one by one', z.union([z.literal(200), z.literal(420)]), z.literal([200, 420])],
  [
    'other annotations',
    z.string(),
    z
      .string()
      .describe('A name')
      .meta({ examples: ['x'] }),
  ],
])('a laxer consumer stays compatible: %s', (_what, before, now) => {
  expect(compareAsConsumer(before, now)).toEqual([]);
});

const record = z.object({ id: z.string(), state: z.enum(['S', 'F']), at: z.string().nullable() });

test.each<[string, z.ZodType, z.ZodType, string]>([
  ['a removed field', record, record.omit({ id: true }), 'answer.id: removed'],
  [
    'a field that may be absent',
    record,
    record.extend({ id: z.string().optional() }),
    'answer.id: may now be absent',
  ],
  ['null', record, record.extend({ id: z.string().nullable() }), 'answer.id: may now be null'],
  ['another type', record, record.extend({ id: z.number() }), 'answer.id: may now be number'],
  ['a new value', record, record.extend({ state: z.enum(['S', 'F', 'C']) }), 'answer.state: may now be "C"'],
  [
    'values not listed',
    record,
    record.extend({ state: z.string() }),
    'answer.state: may now be other than "S", "F"',
  ],
  ['more items', z.array(z.string()).max(1), z.array(z.string()), 'answer: maxItems is now nothing, was 1'],
  [
    'a field that consumers reject',
    z.strictObject({}),
    z.strictObject({ a: z.string() }),
    'answer.a: new, and its consumers reject unknown fields',
  ],
])('a producer with a weaker promise is incompatible: %s', (_what, before, now, message) => {
  expect(compareAsProducer(before, now)).toContain(message);
});

test.each<[string, z.ZodType, z.ZodType]>([
  ['a new field', record, record.extend({ more: z.string() })],
  ['never null', record, record.extend({ at: z.string() })],
  ['fewer values', record, record.extend({ state: z.literal('S') })],
  ['a tighter bound', z.string(), z.string().max(3)],
])('a producer with a stronger promise stays compatible: %s', (_what, before, now) => {
  expect(compareAsProducer(before, now)).toEqual([]);
});
