import { getSharedPortal } from '@archaka/test-kit';
import { test } from '@jest/globals';
import { runHappyPath } from './happy-path/run-happy-path.ts';

test('from sign-up to a paid ticket, over HTTP alone', async () => {
  const { origin, simulator } = getSharedPortal();

  await runHappyPath({ origin, simulator, checkout: simulator });
});
