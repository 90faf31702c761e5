import { describe, expect, test } from '@jest/globals';
import * as z from 'zod';
import { compareSchemas } from './compare-schemas.ts';

const toSchema = (zodSchema: z.ZodType) => z.toJSONSchema(zodSchema, { io: 'input' });

/** The taker's schema goes from the one to the other: what its senders may send as before and it no longer accepts. */
const compareAsConsumer = (before: z.ZodType, now: z.ZodType) =>
  compareSchemas({ sent: toSchema(before), accepted: toSchema(now), path: 'request' }).map(
    ({ path, consumer }) => `${path}: ${consumer}`,
  );

/** The sender's schema goes from the one to the other: what it may send now and its takers do not know. */
const compareAsProducer = (before: z.ZodType, now: z.ZodType) =>
  compareSchemas({ sent: toSchema(now), accepted: toSchema(before), path: 'answer' }).map(
    ({ path, producer }) => `${path}: ${producer}`,
  );

const form = z.object({ name: z.string(), exam: z.literal([1, 2, 3]), files: z.array(z.string()).nullish() });

describe('a taker that becomes stricter', () => {
  test.each<[string, z.ZodType, z.ZodType, string]>([
    ['a field that it needs', form, form.extend({ dob: z.string() }), 'request.dob: now required'],
    [
      'a field that it could do without',
      form,
      form.extend({ files: z.array(z.string()) }),
      'request.files: now required',
    ],
    [
      'a type that it takes no more',
      z.object({ id: z.union([z.string(), z.number()]) }),
      z.object({ id: z.string() }),
      'request.id: no longer takes number',
    ],
    ['a broken number', z.number(), z.int(), 'request: no longer takes number'],
    ['null', z.string().nullable(), z.string(), 'request: no longer takes null'],
    [
      'a value that it takes no more',
      form,
      form.extend({ exam: z.literal([1, 2]) }),
      'request.exam: no longer takes 3',
    ],
    ['a list of values', z.string(), z.enum(['a', 'b']), 'request: now takes only "a", "b"'],
    ['a least length', z.string(), z.string().min(1), 'request: minLength is now 1, was nothing'],
    ['a greatest length', z.string().max(100), z.string().max(50), 'request: maxLength is now 50, was 100'],
    ['a least number', z.int().min(0), z.int().min(1), 'request: minimum is now 1, was 0'],
    ['a greatest number', z.int().max(9), z.int().max(8), 'request: maximum is now 8, was 9'],
    [
      'fewer items',
      z.array(z.string()).max(2),
      z.array(z.string()).max(1),
      'request: maxItems is now 1, was 2',
    ],
    ['an expression', z.string(), z.string().regex(/^a/), 'request: pattern is now "^a", was nothing'],
    ['a stricter item', z.array(z.unknown()), z.array(z.string()), 'request[]: no longer takes any'],
    [
      'a field within a list within an object',
      z.object({ files: z.array(z.object({ type: z.string() })) }),
      z.object({ files: z.array(z.object({ type: z.string().max(4) })) }),
      'request.files[].type: maxLength is now 4, was nothing',
    ],
    [
      'no unknown fields',
      z.object({}),
      z.strictObject({}),
      'request: now refuses fields that it does not know',
    ],
    [
      'one field less, of those that it knows',
      z.strictObject({ a: z.string().optional() }),
      z.strictObject({}),
      'request.a: no longer taken',
    ],
    [
      'other values of a record',
      z.record(z.string(), z.union([z.string(), z.boolean()])),
      z.record(z.string(), z.string()),
      'request.*: no longer takes boolean',
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

  test('one word for each field, and none for what is as before', () => {
    const now = form.extend({ name: z.string().max(9), dob: z.string(), exam: z.literal([2, 3]) });
    expect(compareAsConsumer(form, now)).toEqual([
      'request.dob: now required',
      'request.name: maxLength is now 9, was nothing',
      'request.exam: no longer takes 1',
    ]);
  });
});

test.each<[string, z.ZodType, z.ZodType]>([
  ['a new field that need not be there', form, form.extend({ dob: z.string().optional() })],
  ['a field that need not be there any more', form, form.partial()],
  ['a field that it ignores from now on', form, form.omit({ name: true })],
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
    'the same with other remarks',
    z.string(),
    z
      .string()
      .describe('A name')
      .meta({ examples: ['x'] }),
  ],
])('a taker that becomes laxer breaks nobody: %s', (_what, before, now) => {
  expect(compareAsConsumer(before, now)).toEqual([]);
});

const record = z.object({ id: z.string(), state: z.enum(['S', 'F']), at: z.string().nullable() });

test.each<[string, z.ZodType, z.ZodType, string]>([
  ['a field that is gone', record, record.omit({ id: true }), 'answer.id: no longer there'],
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
    'a field that takers refuse',
    z.strictObject({}),
    z.strictObject({ a: z.string() }),
    'answer.a: new, and its takers refuse what they do not know',
  ],
])('a sender that promises less: %s', (_what, before, now, message) => {
  expect(compareAsProducer(before, now)).toContain(message);
});

test.each<[string, z.ZodType, z.ZodType]>([
  ['a new field', record, record.extend({ more: z.string() })],
  ['never null', record, record.extend({ at: z.string() })],
  ['fewer values', record, record.extend({ state: z.literal('S') })],
  ['a tighter bound', z.string(), z.string().max(3)],
])('a sender that promises more breaks nobody: %s', (_what, before, now) => {
  expect(compareAsProducer(before, now)).toEqual([]);
});
