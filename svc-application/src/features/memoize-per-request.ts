import type { Request } from 'express';

/** Remembers by request what was found for it, so that its handler need not find it again. */
export function memoizePerRequest<Value, Args extends unknown[]>(load: (...args: Args) => Promise<Value>) {
  const cache = new WeakMap<Request, Promise<Value>>();
  return (request: Request, ...args: Args): Promise<Value> => {
    const value = cache.get(request) ?? load(...args);
    cache.set(request, value);
    return value;
  };
}
