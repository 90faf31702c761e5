import type { Router } from 'express';
import type { TicketKeyRepository } from '../../persistence/ticket-key-repository.ts';

/** `GET /.well-known/jwks.json`: all public keys, so that tickets can be verified offline. */
export function registerPublishKeysRoute(router: Router, keys: TicketKeyRepository): void {
  router.get('/.well-known/jwks.json', async (_request, response) => {
    response.setHeader('cache-control', 'public, max-age=60');
    response.json({ keys: (await keys.list()).map(({ public_jwk }) => public_jwk) });
  });
}
