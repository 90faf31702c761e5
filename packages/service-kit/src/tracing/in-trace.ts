import { randomUUID } from 'node:crypto';
import { beginScope, inScope } from '../scope.ts';
import { inSpan } from './span.ts';

/** Goes on with a trace that began elsewhere: with work that was wanted there and is done here. */
export const inTrace = <Result>(
  { traceparent, name }: { readonly traceparent: string | undefined; readonly name: string },
  work: () => Promise<Result>,
): Promise<Result> =>
  inScope(beginScope(randomUUID(), traceparent), () =>
    inSpan({ name, kind: 'internal', attributes: {} }, work),
  );
