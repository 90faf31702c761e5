import { createCounter, type RateLimiter } from '@archaka/service-kit';
import { countPasswordsNeeded, EXTRA_PASSWORD_AFTER } from '../domain/limits.ts';
import type { RateLimits } from '../persistence/rate-limits.ts';

export interface Caller {
  readonly address: string;
  /** Undefined for an invalid mobile number, which limits do not count. */
  readonly number: string | undefined;
  /** Key of browser and number; undefined unless the browser has signed in to the number. */
  readonly knownBrowser: string | undefined;
}

const rejectedTexts = createCounter<{ browser: 'new' | 'known' }>({
  name: 'texts_over_budget_total',
  description: 'One-time passwords not sent since the hourly messages of the portal were used up',
});

/** Uses up all or none: a rejected one counts, too. @throws HttpProblem 429 */
async function consumeAll(limits: readonly RateLimiter[], key: string): Promise<void> {
  for (const [at, limit] of limits.entries())
    await limit.consume(key).catch(async (rejection) => {
      await rewardAll(limits.slice(0, at + 1), key);
      throw rejection;
    });
}

const rewardAll = (limits: readonly RateLimiter[], key: string) =>
  Promise.all(limits.map((limit) => limit.reward(key)));

const PORTAL = 'portal';

/** Unknown browsers share a number's allowance; a known browser has its own. */
export function createCallerLimits(
  { messages, texts, wrongGuesses, extraPasswords }: RateLimits,
  { address, number = '', knownBrowser }: Caller,
) {
  const side = knownBrowser ? 'knownBrowser' : 'strangers';
  const messageKey = knownBrowser ?? number;
  const tallies = knownBrowser
    ? [{ tally: wrongGuesses.knownBrowser, key: knownBrowser, steps: EXTRA_PASSWORD_AFTER.knownBrowser }]
    : [
        { tally: wrongGuesses.address, key: address, steps: EXTRA_PASSWORD_AFTER.address },
        { tally: wrongGuesses.number, key: number, steps: EXTRA_PASSWORD_AFTER.number },
      ];

  return {
    /** Counts nothing. @throws HttpProblem 429 when the number may receive no more messages. */
    async checkMessages(): Promise<void> {
      for (const limit of messages[side]) await limit.check(messageKey);
    },
    /** @throws HttpProblem 429 */
    consumeMessage: () => consumeAll(messages[side], messageKey),
    /** Counts a message of the portal. @throws HttpProblem 429 */
    async consumeText(): Promise<void> {
      try {
        await consumeAll(texts[side], PORTAL);
      } catch (error) {
        rejectedTexts.add({ browser: knownBrowser ? 'known' : 'new' });
        throw error;
      }
    },
    /** The message was certainly not sent. */
    async rewardMessage(): Promise<void> {
      await Promise.all([rewardAll(messages[side], messageKey), rewardAll(texts[side], PORTAL)]);
    },
    /** Counts a guess as wrong until it is proven right. Returns the right passwords needed in a row. */
    async consumeGuess(): Promise<number> {
      const required = tallies.map(async ({ tally, key, steps }) =>
        countPasswordsNeeded(extraPasswords ? steps : [], await tally.add(key)),
      );
      return Math.max(...(await Promise.all(required)));
    },
    async rewardGuess(): Promise<void> {
      await Promise.all(tallies.map(({ tally, key }) => tally.remove(key)));
    },
  };
}

export type CallerLimits = ReturnType<typeof createCallerLimits>;
