import { calls } from '@archaka/contracts';
import { expect, test } from '@jest/globals';
import examination from '../../../../exams/2024.json' with { type: 'json' };
import { drawn } from './drawn.ts';
import { examplesOf } from './examples.ts';

const examples = examplesOf(examination as Parameters<typeof examplesOf>[0]);

test.each(calls.map((call) => [call.name, call] as const))(
  'what the mock answers to %s is an answer of the contracts',
  (_name, call) => {
    const answer = examples.get(call) ?? drawn(call.answer.body);
    expect(call.answer.body.safeParse(answer).error).toBeUndefined();
    expect(answer).toMatchObject({ status: 200 });
  },
);
