import { setTimeout as pause } from 'node:timers/promises';
import type { ApplicantSession } from '@archaka/test-kit';
import type { Chance } from '../chance.ts';
import type { Traveller } from './traveller.ts';

/** What else somebody has while they walk: luck, and another device. */
interface Means {
  readonly chance: Chance;
  readonly otherDevice: () => Promise<ApplicantSession>;
}

/** What somebody does about the fee, and how their application must stand in the end. */
export interface Course {
  readonly ends: 'S' | 'F' | 'C';
  /** How many orders it takes; more than one when money went back. */
  readonly orders: number;
  readonly walk: (person: Traveller, means: Means) => Promise<unknown>;
}

const BANK_TAKES_MS = 2500;

const course = (ends: Course['ends'], walk: Course['walk'], orders = 1): Course => ({ ends, walk, orders });

/** Leaves for the checkout and pays, unless the portal knows of money that came meanwhile. */
const leaveAndPay = async ({ leave, pay }: Traveller) => (await leave()) && (await pay('captured'));

/** Leaves for the checkout and fails, so often. */
async function failAgain({ leave, pay }: Traveller, times: number) {
  for (let time = 0; time < times; time += 1) if (await leave()) await pay('failed');
}

export const courses: Readonly<Record<string, Course>> = {
  'pays at once': course('S', leaveAndPay),

  'cancels, fails, then pays': course('S', async (person, { chance }) => {
    await person.leave();
    await person.turnBack();
    await failAgain(person, chance.between(1, 6));
    await leaveAndPay(person);
  }),

  'fails again and again, then pays': course('S', async (person, { chance }) => {
    await failAgain(person, chance.between(4, 14));
    await leaveAndPay(person);
  }),

  'pays several times at once, on two devices': course('S', async (person, { chance, otherDevice }) => {
    const other = await otherDevice();
    await Promise.all([person.leave(), person.leave(other)]);
    const times = chance.between(2, 8);
    await Promise.all(Array.from({ length: times }, () => person.pay('captured')));
    await person.recheck();
  }),

  'fails, and the bank takes the money late': course('S', async (person, { chance }) => {
    await person.leave();
    const first = await person.pay('failed');
    await failAgain(person, chance.between(1, 8));
    await pause(BANK_TAKES_MS);
    await person.captureLate(first);
  }),

  'fails, pays, and the bank takes the first money too': course('S', async (person, { chance }) => {
    await person.leave();
    const first = await person.pay('failed');
    await failAgain(person, chance.between(0, 4));
    await leaveAndPay(person);
    await person.sees('S');
    await person.captureLate(first);
    await person.recheck();
  }),

  'is authorised, and captured later': course('S', async (person, { chance }) => {
    await failAgain(person, chance.between(1, 6));
    await person.leave();
    const first = await person.pay('authorized');
    await pause(BANK_TAKES_MS);
    await person.captureLate(first);
  }),

  'pays, is given the money back by hand, and pays again': course(
    'S',
    async (person) => {
      await person.leave();
      const first = await person.pay('captured');
      await person.sees('S');
      await person.giveBack(first);
      await person.recheck();
      await person.sees('F');
      await leaveAndPay(person);
    },
    2,
  ),

  'fails again and again, and goes away': course('F', async (person, { chance }) => {
    await failAgain(person, chance.between(3, 12));
  }),

  'cancels and goes away': course('C', async (person) => {
    await person.leave();
    await person.turnBack();
  }),
};
