import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import * as z from 'zod';
import { compareSchemas } from './compare-schemas.ts';

/** A schema together with values that it accepts. */
interface Shape {
  readonly schema: z.ZodType;
  readonly values: fc.Arbitrary<unknown>;
}

const bounded = fc
  .tuple(fc.integer({ min: 0, max: 2 }), fc.integer({ min: 2, max: 4 }))
  .map(([min, max]): Shape => {
    return { schema: z.string().min(min).max(max), values: fc.string({ minLength: min, maxLength: max }) };
  });
const plain = fc.constantFrom<Shape>(
  { schema: z.string(), values: fc.string({ maxLength: 6 }) },
  { schema: z.int(), values: fc.integer() },
  { schema: z.number(), values: fc.double({ noNaN: true, noDefaultInfinity: true }) },
  { schema: z.boolean(), values: fc.boolean() },
  { schema: z.null(), values: fc.constant(null) },
);
const listed = fc
  .uniqueArray(fc.constantFrom('a', 'b', '', 1, 2, true), { minLength: 1, maxLength: 4 })
  .map((values): Shape => ({ schema: z.literal(values), values: fc.constantFrom(...values) }));

const { shape } = fc.letrec<{ shape: Shape }>((tie) => ({
  shape: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.oneof(plain, listed, bounded),
    fc.tuple(tie('shape'), tie('shape')).map(toUnionShape),
    fc.tuple(tie('shape'), fc.integer({ min: 1, max: 3 })).map(([item, max]): Shape => {
      return { schema: z.array(item.schema).max(max), values: fc.array(item.values, { maxLength: max }) };
    }),
    fc.tuple(tie('shape'), fc.boolean(), tie('shape'), fc.boolean()).map(toObjectShape),
  ),
}));

function toUnionShape([one, other]: [Shape, Shape]): Shape {
  return { schema: z.union([one.schema, other.schema]), values: fc.oneof(one.values, other.values) };
}

function toObjectShape([a, needsA, b, needsB]: [Shape, boolean, Shape, boolean]): Shape {
  const toField = ({ schema }: Shape, needed: boolean) => (needed ? schema : schema.optional());
  return {
    schema: z.object({ a: toField(a, needsA), b: toField(b, needsB) }),
    values: fc.record(
      { a: a.values, b: b.values },
      { requiredKeys: [...(needsA ? (['a'] as const) : []), ...(needsB ? (['b'] as const) : [])] },
    ),
  };
}

test('every value of a schema is valid under a compatible one', () => {
  let compatible = 0;
  const pairs = fc
    .tuple(shape, shape, fc.boolean())
    .map(([sent, other, widened]) => ({ sent, accepted: widened ? toUnionShape([sent, other]) : other }))
    .chain((pair) => fc.tuple(fc.constant(pair), pair.sent.values));
  fc.assert(
    fc.property(pairs, ([{ sent, accepted }, value]) => {
      const schemas = {
        sent: z.toJSONSchema(sent.schema),
        accepted: z.toJSONSchema(accepted.schema, { io: 'input' }),
      };
      if (compareSchemas({ ...schemas, path: '' }).length > 0) return;
      compatible += 1;
      expect({ ...schemas, value, fits: accepted.schema.safeParse(value).success }).toMatchObject({
        fits: true,
      });
    }),
    { numRuns: 3000 },
  );
  expect(compatible).toBeGreaterThan(1000);
});
