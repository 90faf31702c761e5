import { dependencyUnavailable } from '@archaka/service-kit/server';
import type { RequestHandler } from 'express';
import * as z from 'zod';
import type { Upstreams } from './upstreams.ts';

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
