import type { Request } from 'express';

/** Remembers by request what was found for it, so that its handler need not find it again. */
export function oncePerRequest<Found, Sought extends unknown[]>(find: (...sought: Sought) => Promise<Found>) {
  const found = new WeakMap<Request, Promise<Found>>();
  return (request: Request, ...sought: Sought): Promise<Found> => {
    const known = found.get(request) ?? find(...sought);
    found.set(request, known);
    return known;
  };
}
