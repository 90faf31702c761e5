import { type TicketVerdict, ticketVerdict } from '@archaka/contracts';
import { type PartDown, partDown } from '@archaka/service-kit/server';
import { verifyAddress } from '../../domain/verify-address.ts';

const PATIENCE_MS = 10_000;

const noAnswer = (portal: string, why: unknown): PartDown => {
  const { cause } = Object(why) as Error;
  return partDown(`the portal ${portal}`, cause ?? why);
};

async function ask(address: string): Promise<TicketVerdict> {
  const answer = await fetch(address, {
    headers: { accept: 'application/json' },
    redirect: 'error',
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
  return ticketVerdict.parse(await answer.json());
}

/** Asks a portal how things stand with a token. @throws PartDown when it does not say. */
export const askPortal = (portal: string, token: string): Promise<TicketVerdict['state']> =>
  ask(verifyAddress(portal, token)).then(
    ({ state }) => state,
    (why) => Promise.reject(noAnswer(portal, why)),
  );
