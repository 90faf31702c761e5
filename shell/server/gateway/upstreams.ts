import type { Service } from '@archaka/contracts';
import { openPools, type ServiceAddresses, type ServicePools } from '@archaka/service-kit/pools';
import { dependencyUnavailable } from '@archaka/service-kit/server';
import type { RequestHandler } from 'express';
import * as z from 'zod';

export type Upstreams = ServicePools;

/** Rendering a ticket or reading a file takes long. */
const TIMEOUT_MS = 60_000;

export const createUpstreams = (addresses: ServiceAddresses): Upstreams =>
  openPools(addresses, { headersTimeout: TIMEOUT_MS, bodyTimeout: TIMEOUT_MS });

export const toAudience = (service: Service): string => `svc-${service}`;

export async function closeUpstreams(upstreams: Upstreams): Promise<void> {
  await Promise.all(Object.values(upstreams).map((pool) => pool.destroy()));
}

const JWKS_PATH = '/.well-known/jwks.json';
const keySet = z.object({ keys: z.array(z.looseObject({ kid: z.string() })) });
type Keys = z.infer<typeof keySet>['keys'];

const signers = ['auth', 'ticket'] as const;

/** One set for session tokens and tickets. An unavailable service keeps its last keys. */
export function createJwksHandler(upstreams: Upstreams): RequestHandler {
  const cache = new Map<string, Keys>();

  async function getKeys(signer: (typeof signers)[number]): Promise<Keys> {
    const fetched = await fetchKeys(upstreams, signer).catch(() => undefined);
    if (fetched) cache.set(signer, fetched);
    return cache.get(signer) ?? [];
  }

  return async (_request, response) => {
    const keys = (await Promise.all(signers.map(getKeys))).flat();
    if (keys.length === 0) throw dependencyUnavailable('svc-auth');
    response.set('Cache-Control', 'public, max-age=60').json({ keys });
  };
}

async function fetchKeys(upstreams: Upstreams, signer: 'auth' | 'ticket'): Promise<Keys | undefined> {
  const { statusCode, body } = await upstreams[signer].request({
    method: 'GET',
    path: JWKS_PATH,
    headersTimeout: 3000,
  });
  const content: unknown = await body.json();
  return statusCode === 200 ? keySet.parse(content).keys : undefined;
}
