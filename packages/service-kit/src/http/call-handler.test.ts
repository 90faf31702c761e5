import { expect, test } from '@jest/globals';
import * as z from 'zod';
import { HttpProblem } from '../errors.ts';
import { parseBody } from './call-handler.ts';

const schema = z.object({
  first: z.string(),
  second: z.number(),
  third: z.array(z.object({ id: z.string() })),
});

function catchProblem(body: unknown): HttpProblem {
  try {
    parseBody(schema, body);
  } catch (error) {
    if (error instanceof HttpProblem) return error;
  }
  throw new Error('was not refused');
}

test("orders errors by the schema's keys and uses the first message as the title", () => {
  const { status, errors, message } = catchProblem({ third: [{ id: 1 }], second: 'x' });
  expect(status).toBe(400);
  expect(errors?.map(({ field }) => field)).toEqual(['first', 'second', 'third.0.id']);
  expect(message).toBe(errors?.[0]?.message);
});

test('drops unknown keys', () => {
  expect(parseBody(schema, { first: 'a', second: 1, third: [], more: 1 })).toEqual({
    first: 'a',
    second: 1,
    third: [],
  });
});
