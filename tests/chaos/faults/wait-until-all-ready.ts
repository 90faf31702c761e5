import { SERVICES } from '@archaka/test-kit';
import { scaledTimeout } from '@archaka/test-kit/timeouts';
import { type Environment, readComponent } from '../environment/environment.ts';
import { isReady, waitUntil } from '../watch/readiness.ts';

const READY_MS = scaledTimeout(60_000);

/** Waits until all services are ready, also those that were killed meanwhile. */
export async function waitUntilAllReady({ installations }: Environment): Promise<void> {
  await Promise.all(
    installations.flatMap((installation) =>
      SERVICES.map((name) =>
        waitUntil(async () => isReady((await readComponent(installation, name)).address), READY_MS),
      ),
    ),
  );
}
