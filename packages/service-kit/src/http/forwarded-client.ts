import type { RequestHandler } from 'express';
import type { Authenticator } from '../auth/authenticator.ts';

/** The client's address and Host, which only the gateway may name: `request.ip` is the peer's without it. */
export const createForwardedClient =
  ({ isForwarded }: Pick<Authenticator, 'isForwarded'>): RequestHandler =>
  async (request, _response, next) => {
    const { headers } = request;
    if (!(await isForwarded(request).catch(() => false))) {
      delete headers['x-forwarded-for'];
      delete headers['x-forwarded-host'];
    }
    const address = headers['x-forwarded-for'];
    if (address !== undefined) Object.defineProperty(request, 'ip', { value: String(address) });
    next();
  };
