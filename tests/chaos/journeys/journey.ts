import { type Applicant, type ApplicantSession, enter } from '@archaka/test-kit';
import { chanceOf } from '../chance.ts';
import { type Answers, counted } from './answers.ts';
import { type Applied, apply } from './apply.ts';
import { comeIn, signIn } from './come-in.ts';
import { type Course, courses } from './courses.ts';
import { pressing } from './press.ts';
import type { Provider } from './provider.ts';
import { type Payment, type Traveller, traveller } from './traveller.ts';

/** One applicant's way through the portal. */
export interface Journey {
  readonly course: string;
  readonly ends: 'S' | 'F' | 'C';
  readonly orders: number;
  readonly userId: string;
  readonly applied?: Applied;
  readonly payments: readonly Payment[];
  /** Why it did not come to its end; absent when it did. */
  readonly stuck?: string;
}

export interface World {
  readonly seed: number;
  readonly origin: string;
  readonly provider: Provider;
  readonly answers: Answers;
}

/** A visitor at the address; limits of polls and sign-ins count each by theirs. */
function visitFrom(address: string, origin: string, person?: Applicant): ApplicantSession {
  const send = (path: string, init: RequestInit & { readonly headers: Headers }) => {
    init.headers.set('x-forwarded-for', address);
    return fetch(`${origin}${path}`, init);
  };
  return enter({ origin, send }, { person });
}

/** Goes the whole way of the applicant of this place in the row: the courses take turns, the rest is settled by the seed. */
export async function travel(place: number, { seed, origin, provider, answers }: World): Promise<Journey> {
  const chance = chanceOf(seed, `applicant ${place}`);
  const press = pressing(chance);
  const [name, course] = Object.entries(courses)[place % Object.keys(courses).length] as [string, Course];
  const session = counted(visitFrom(`198.18.${place >> 8}.${place & 255}`, origin), answers);
  const payments: Payment[] = [];
  const so = () => ({
    course: name,
    ends: course.ends,
    orders: course.orders,
    userId: session.person.id,
    payments,
  });

  const otherDevice = async () => {
    const other = counted(visitFrom(`198.19.${place >> 8}.${place & 255}`, origin, session.person), answers);
    await signIn(other, press);
    return other;
  };
  let applied: Applied | undefined;
  let person: Traveller | undefined;
  try {
    await comeIn(session, press);
    applied = await apply(session, press, chance);
    person = traveller({ session, press, chance, provider, applied, payments });
    await course.walk(person, { chance, otherDevice });
    await person.sees(course.ends);
    if (course.ends === 'S') await person.fetchTicket();
    return { ...so(), applied };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const told = await person?.story().catch(() => 'the portal does not say');
    const stuck = `${applied?.applicationId ?? 'nobody yet'} ${name}: ${why}${told ? `; ${told}` : ''}`;
    return { ...so(), ...(applied ? { applied } : {}), stuck };
  }
}
