import { partDown } from '@archaka/service-kit/server';
import type { RequestHandler } from 'express';
import * as z from 'zod';
import type { Upstreams } from './upstreams.ts';

const path = '/.well-known/jwks.json';
const keySet = z.object({ keys: z.array(z.looseObject({ kid: z.string() })) });
type Keys = z.infer<typeof keySet>['keys'];

/** Who signs what others may verify: sessions' tokens and tickets. */
const signers = ['auth', 'ticket'] as const;

/** One key set of all that the portal signs; a service that is down keeps the keys it last gave. */
export function publishedKeys(upstreams: Upstreams): RequestHandler {
  const known = new Map<string, Keys>();

  async function keysOf(signer: (typeof signers)[number]): Promise<Keys> {
    const given = await ask(upstreams, signer).catch(() => undefined);
    if (given) known.set(signer, given);
    return known.get(signer) ?? [];
  }

  return async (_request, response) => {
    const keys = (await Promise.all(signers.map(keysOf))).flat();
    if (keys.length === 0) throw partDown('svc-auth');
    response.set('Cache-Control', 'public, max-age=60').json({ keys });
  };
}

async function ask(upstreams: Upstreams, signer: 'auth' | 'ticket'): Promise<Keys | undefined> {
  const { statusCode, body } = await upstreams[signer].request({ method: 'GET', path, headersTimeout: 3000 });
  const answer: unknown = await body.json();
  return statusCode === 200 ? keySet.parse(answer).keys : undefined;
}
