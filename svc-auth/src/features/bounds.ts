import { EXTRA_PASSWORD_AFTER, passwordsNeeded } from '../domain/limits.ts';
import type { Limits } from '../store/limits.ts';
import type { Caller } from './caller.ts';

/** What holds for a caller: strangers to a number share its allowance, a browser that has signed in to it has its own. */
export function boundsOf(limits: Limits, { address, number = '', knownBrowser }: Caller) {
  const { messages, wrongGuesses, extraPasswords } = limits;
  const [messageLimits, messageKey] = knownBrowser
    ? [messages.ofKnownBrowser, knownBrowser]
    : [messages.ofStrangers, number];
  const tallies = knownBrowser
    ? [{ tally: wrongGuesses.knownBrowser, key: knownBrowser, steps: EXTRA_PASSWORD_AFTER.knownBrowser }]
    : [
        { tally: wrongGuesses.address, key: address, steps: EXTRA_PASSWORD_AFTER.address },
        { tally: wrongGuesses.number, key: number, steps: EXTRA_PASSWORD_AFTER.number },
      ];

  return {
    /** Counts a call of sign-in. @throws Refusal 429 */
    countCall: () => (knownBrowser ? limits.knownBrowser.count(knownBrowser) : limits.address.count(address)),
    /** @throws Refusal 429 when the number may be sent nothing more, without counting. */
    async checkMessages(): Promise<void> {
      for (const limit of messageLimits) await limit.check(messageKey);
    },
    /** @throws Refusal 429 */
    async countMessage(): Promise<void> {
      for (const limit of messageLimits) await limit.count(messageKey);
    },
    async forgiveMessage(): Promise<void> {
      for (const limit of messageLimits) await limit.forgive(messageKey);
    },
    /** Counts a guess as wrong until it is known to be right; gives how many right passwords in a row it needs. */
    async countGuess(): Promise<number> {
      const needed = tallies.map(async ({ tally, key, steps }) =>
        passwordsNeeded(extraPasswords ? steps : [], await tally.add(key)),
      );
      return Math.max(...(await Promise.all(needed)));
    },
    async forgiveGuess(): Promise<void> {
      await Promise.all(tallies.map(({ tally, key }) => tally.remove(key)));
    },
  };
}
