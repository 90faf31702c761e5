import { toCallPath } from '@archaka/contracts';
import type { Router } from 'express';
import { wrongMethod } from '../errors.ts';
import type { CallHandler } from './call-handler.ts';
import { createCallMiddleware, type HttpContext } from './call-middleware.ts';
import { createJsonParser } from './parse-json.ts';

export const listMethods = ({ call }: CallHandler): ('GET' | 'POST')[] =>
  call.get ? ['GET', 'POST'] : ['POST'];

/** Other methods at the address answer 405. */
export function registerCallRoutes(
  router: Router,
  handlers: readonly CallHandler[],
  context: HttpContext,
): void {
  const parseJson = createJsonParser();
  for (const handler of handlers) {
    const route = router.route(toCallPath(handler.call));
    const middleware = createCallMiddleware(handler, { ...context, parseJson });
    route.post(middleware);
    if (handler.call.get) route.get(middleware);
    route.all(() => {
      throw wrongMethod(listMethods(handler));
    });
  }
}
