import { startPortal } from '@archaka/test-kit';
import { createFuzzApplicant, fuzzApi } from './fuzz-api.ts';

/** Fuzzes a new portal. @returns whether every response was as documented */
export async function fuzzPortal(seed: number): Promise<boolean> {
  const portal = await startPortal();
  try {
    const { session, known } = await createFuzzApplicant(portal.origin);
    const isConformant = await fuzzApi({
      origin: portal.origin,
      cookie: session.cookie(),
      knownValues: known,
      seed,
      phases: 'coverage,fuzzing',
      examples: 100,
      printOutput: (text) => void process.stdout.write(text),
    });
    console.log(
      `${isConformant ? 'Every response was as documented' : 'Some responses were not as documented'}; seed ${seed}`,
    );
    return isConformant;
  } finally {
    await portal.stop();
  }
}
