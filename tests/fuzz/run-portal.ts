import { startPortal } from '@archaka/test-kit';
import { castApplicant } from './cast.ts';
import { fuzz } from './fuzz.ts';

/** Fuzzes a portal of its own; gives whether every answer was as documented. */
export async function fuzzPortal(seed: number): Promise<boolean> {
  const portal = await startPortal();
  try {
    const { session, known } = await castApplicant(portal.origin);
    const fits = await fuzz({
      origin: portal.origin,
      cookie: session.cookie(),
      known,
      seed,
      phases: 'coverage,fuzzing',
      examples: 100,
      show: (text) => void process.stdout.write(text),
    });
    console.log(
      `${fits ? 'Every answer was as documented' : 'Not every answer was as documented'}; seed ${seed}`,
    );
    return fits;
  } finally {
    await portal.stop();
  }
}
