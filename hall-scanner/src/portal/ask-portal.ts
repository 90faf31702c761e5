import { routes, type TicketVerdict } from '@archaka/contracts';
import { verdictShape } from './verdict-shape.ts';

/** A clerk with a queue before the table waits no longer for the network, and less once it was silent. */
const PATIENCE_MS = 4000;
const PATIENCE_AFTER_SILENCE_MS = 1500;

export type AskPortal = (token: string) => Promise<TicketVerdict | undefined>;

async function ask(token: string, patienceMs: number): Promise<TicketVerdict> {
  const response = await fetch(routes.verifyTicket.path.replace(':token', token), {
    headers: { accept: 'application/json' },
    credentials: 'omit',
    cache: 'no-store',
    redirect: 'error',
    signal: AbortSignal.timeout(patienceMs),
  });
  if (!response.ok) throw new Error(`the portal answers ${response.status}`);
  return verdictShape.parse(await response.json());
}

/**
 * Asks the portal for the whole truth; gives undefined when it does not answer in time, or not as it should. It is
 * asked even where the browser sees no network: the portal may be on this machine, and without one it fails at once.
 */
export function portalAsker(): AskPortal {
  let patienceMs = PATIENCE_MS;
  return async (token) => {
    try {
      const verdict = await ask(token, patienceMs);
      patienceMs = PATIENCE_MS;
      return verdict;
    } catch {
      patienceMs = PATIENCE_AFTER_SILENCE_MS;
      return undefined;
    }
  };
}
