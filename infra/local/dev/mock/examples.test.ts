import { calls } from '@archaka/contracts';
import { expect, test } from '@jest/globals';
import examination from '../../../../exams/2024.json' with { type: 'json' };
import { createExamples } from './examples.ts';
import { generateSample } from './start-mock.ts';

const examples = createExamples(examination as Parameters<typeof createExamples>[0]);

test.each(calls.map((call) => [call.name, call] as const))(
  'the response of the mock to %s matches the contracts',
  (_name, call) => {
    const response = examples.get(call) ?? generateSample(call.response.body);
    expect(call.response.body.safeParse(response).error).toBeUndefined();
    expect(response).toMatchObject({ status: 200 });
  },
);
