import { countPasswordsNeeded, EXTRA_PASSWORD_AFTER } from '../domain/limits.ts';
import type { RateLimits } from '../persistence/rate-limits.ts';
import type { Caller } from './caller.ts';

/** Unknown browsers share a number's allowance; a known browser has its own. */
export function createCallerLimits(rateLimits: RateLimits, { address, number = '', knownBrowser }: Caller) {
  const { messages, wrongGuesses, extraPasswords } = rateLimits;
  const [messageLimits, messageKey] = knownBrowser
    ? [messages.knownBrowser, knownBrowser]
    : [messages.strangers, number];
  const tallies = knownBrowser
    ? [{ tally: wrongGuesses.knownBrowser, key: knownBrowser, steps: EXTRA_PASSWORD_AFTER.knownBrowser }]
    : [
        { tally: wrongGuesses.address, key: address, steps: EXTRA_PASSWORD_AFTER.address },
        { tally: wrongGuesses.number, key: number, steps: EXTRA_PASSWORD_AFTER.number },
      ];

  return {
    /** @throws HttpProblem 429 */
    consumeCall: () =>
      knownBrowser ? rateLimits.knownBrowser.consume(knownBrowser) : rateLimits.address.consume(address),
    /** Counts nothing. @throws HttpProblem 429 when the number may receive no more messages. */
    async checkMessages(): Promise<void> {
      for (const limit of messageLimits) await limit.check(messageKey);
    },
    /** @throws HttpProblem 429 */
    async consumeMessage(): Promise<void> {
      for (const limit of messageLimits) await limit.consume(messageKey);
    },
    async rewardMessage(): Promise<void> {
      for (const limit of messageLimits) await limit.reward(messageKey);
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
