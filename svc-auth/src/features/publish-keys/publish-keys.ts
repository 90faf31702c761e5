import type { Router } from 'express';
import type { SigningKeys } from '../../signing-keys.ts';

/** The public halves of the keys that sign session tokens, as a JWK set (RFC 7517). */
export const createPublishKeysRoute = (signingKeys: SigningKeys) => (router: Router) => {
  router.get('/.well-known/jwks.json', async (_request, response) => {
    response.set('cache-control', 'public, max-age=60').json({ keys: await signingKeys.listPublicKeys() });
  });
};
