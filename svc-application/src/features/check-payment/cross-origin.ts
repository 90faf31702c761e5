import { crossSite } from '@archaka/service-kit';
import type { RequestHandler } from 'express';

const PREFLIGHT_SECONDS = 600;

export const allowPortalOnly =
  (portalOrigin: string): RequestHandler =>
  (request, response, next) => {
    const { origin, 'sec-fetch-site': site } = request.headers;
    response.vary('origin');
    if (origin === undefined ? site === 'cross-site' : origin !== portalOrigin) throw crossSite();
    if (origin) {
      response.set({
        'access-control-allow-origin': portalOrigin,
        'access-control-allow-credentials': 'true',
        'access-control-expose-headers': 'retry-after, x-request-id',
      });
    }
    next();
  };

export const answerPreflight: RequestHandler = (_request, response) => {
  response.set({
    'access-control-allow-methods': 'POST',
    'access-control-allow-headers': 'content-type, x-order-id, x-request-id',
    'access-control-max-age': String(PREFLIGHT_SECONDS),
  });
  response.status(204).end();
};
