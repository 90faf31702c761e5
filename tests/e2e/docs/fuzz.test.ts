import { portalOfTheRun } from '@archaka/test-kit';
import { expect, test } from '@jest/globals';
import { castApplicant } from '../../fuzz/cast.ts';
import { fuzz } from '../../fuzz/fuzz.ts';

/** The same requests in every run; `npm run fuzz` makes others, and more of them. */
const SEED = 7;

test('whatever is sent to any documented address, every answer is one that its document tells of', async () => {
  const { origin } = portalOfTheRun();
  const { session, known } = await castApplicant(origin);
  let said = '';
  const show = (text: string) => {
    said += text;
  };
  const fits = await fuzz({
    origin,
    cookie: session.cookie(),
    known,
    seed: SEED,
    phases: 'fuzzing',
    examples: 10,
    show,
  });
  expect(fits ? '' : said).toBe('');
});
