import { getSharedPortal } from '@archaka/test-kit';
import { expect, test } from '@jest/globals';
import { createFuzzApplicant, fuzzApi } from '../../fuzz/fuzz-api.ts';

/** The same requests in every run; `npm run fuzz` creates others, and more of them. */
const SEED = 7;

test('every response to any request is a documented one', async () => {
  const { origin } = getSharedPortal();
  const { session, known } = await createFuzzApplicant(origin);
  let output = '';
  const appendOutput = (text: string) => {
    output += text;
  };
  const isConformant = await fuzzApi({
    origin,
    cookie: session.cookie(),
    knownValues: known,
    seed: SEED,
    phases: 'fuzzing',
    examples: 5,
    printOutput: appendOutput,
  });
  expect(isConformant ? '' : output).toBe('');
});
