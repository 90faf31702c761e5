import { createCounter, type RateLimiter } from '@archaka/service-kit';
import { countPasswordsNeeded, EXTRA_PASSWORD_AFTER } from '../../domain/limits.ts';
import type { RateLimits } from '../../persistence/rate-limits.ts';
import type { Caller } from '../caller.ts';

const rejectedTexts = createCounter<{ browser: 'new' | 'known' }>({
  name: 'texts_over_budget_total',
  description: 'One-time passwords not sent since the hourly messages of the portal were used up',
});

/** Uses up all or none. @throws HttpProblem 429 */
async function consumeAll(limits: readonly RateLimiter[], key: string): Promise<void> {
  for (const limit of limits) await limit.check(key);
  for (const limit of limits) await limit.consume(key);
}

const rewardAll = (limits: readonly RateLimiter[], key: string) =>
  Promise.all(limits.map((limit) => limit.reward(key)));

const PORTAL = 'portal';

export interface CallerLimits {
  /** Counts nothing. @throws HttpProblem 429 when the number may receive no more messages. */
  checkMessages(): Promise<void>;
  /** @throws HttpProblem 429 */
  consumeMessage(): Promise<void>;
  /** Counts a message of the portal. @throws HttpProblem 429 */
  consumeText(): Promise<void>;
  /** The message was certainly not sent. */
  rewardMessage(): Promise<void>;
  /** Counts a guess as wrong until it is proven right. Returns the right passwords needed in a row. */
  consumeGuess(): Promise<number>;
  rewardGuess(): Promise<void>;
}

/** Unknown browsers share a number's allowance; a known browser has its own. */
export function createCallerLimits(
  { messages, texts, wrongGuesses, extraPasswords }: RateLimits,
  { address, number = '', knownBrowser }: Caller,
): CallerLimits {
  const side = knownBrowser ? 'knownBrowser' : 'strangers';
  const messageKey = knownBrowser ?? number;
  const tallies = knownBrowser
    ? [{ tally: wrongGuesses.knownBrowser, key: knownBrowser, steps: EXTRA_PASSWORD_AFTER.knownBrowser }]
    : [
        { tally: wrongGuesses.address, key: address, steps: EXTRA_PASSWORD_AFTER.address },
        { tally: wrongGuesses.number, key: number, steps: EXTRA_PASSWORD_AFTER.number },
      ];

  return {
    async checkMessages(): Promise<void> {
      for (const limit of messages[side]) await limit.check(messageKey);
    },
    consumeMessage: () => consumeAll(messages[side], messageKey),
    async consumeText(): Promise<void> {
      try {
        await consumeAll(texts[side], PORTAL);
      } catch (error) {
        rejectedTexts.add({ browser: knownBrowser ? 'known' : 'new' });
        throw error;
      }
    },
    async rewardMessage(): Promise<void> {
      await Promise.all([rewardAll(messages[side], messageKey), rewardAll(texts[side], PORTAL)]);
    },
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
