import type { Router } from 'express';
import type { Keys } from '../../store/keys.ts';

/** `GET /.well-known/jwks.json`: the public keys of all tickets, so that anybody can check one without us. */
export function publishKeys(router: Router, keys: Keys): void {
  router.get('/.well-known/jwks.json', async (_request, response) => {
    response.setHeader('cache-control', 'public, max-age=60');
    response.json({ keys: (await keys.all()).map(({ public_jwk }) => public_jwk) });
  });
}
