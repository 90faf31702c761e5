import { portalOfTheRun } from '@archaka/test-kit';
import { test } from '@jest/globals';
import { fromSignUpToTicket } from './way/sign-up-to-ticket.ts';

test('from sign-up to a paid ticket, over HTTP alone', async () => {
  const { origin, simulator } = portalOfTheRun();

  await fromSignUpToTicket({ origin, simulator, checkout: simulator });
});
