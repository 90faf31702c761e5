import { pathOf } from '@archaka/contracts';
import type { Router } from 'express';
import { wrongMethod } from '../errors.ts';
import { type AnswerContext, answerCall } from './answer-call.ts';
import { createJsonParser } from './parse-json.ts';
import type { Served } from './serve.ts';

/** The methods that a call answers. */
export const methodsOf = ({ call }: Served): ('GET' | 'POST')[] => (call.get ? ['GET', 'POST'] : ['POST']);

/** Puts every call at its address; other methods there are 405. */
export function callRoutes(router: Router, handlers: readonly Served[], context: AnswerContext): void {
  const parseJson = createJsonParser();
  for (const served of handlers) {
    const route = router.route(pathOf(served.call));
    const answer = answerCall(served, { ...context, parseJson });
    route.post(answer);
    if (served.call.get) route.get(answer);
    route.all(() => {
      throw wrongMethod(methodsOf(served));
    });
  }
}
