import { type TicketVerification, ticketVerification } from '@archaka/contracts';
import { type DependencyUnavailable, dependencyUnavailable } from '@archaka/service-kit/server';
import { createVerifyUrl } from '../../domain/verify-url.ts';

const TIMEOUT_MS = 10_000;

const toUnavailable = (portal: string, reason: unknown): DependencyUnavailable => {
  const { cause } = Object(reason) as Error;
  return dependencyUnavailable(`the portal ${portal}`, cause ?? reason);
};

async function fetchVerification(address: string): Promise<TicketVerification> {
  const response = await fetch(address, {
    headers: { accept: 'application/json', 'accept-encoding': 'gzip' },
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  return ticketVerification.parse(await response.json());
}

/** @throws DependencyUnavailable */
export const fetchTicketState = (portal: string, token: string): Promise<TicketVerification['state']> =>
  fetchVerification(createVerifyUrl(portal, token)).then(
    ({ state }) => state,
    (reason) => Promise.reject(toUnavailable(portal, reason)),
  );
