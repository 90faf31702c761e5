import { randomUUID } from 'node:crypto';
import { createScope, runInScope } from '../scope.ts';
import { runInSpan } from './span.ts';

export const continueTrace = <Result>(
  { traceparent, name }: { readonly traceparent: string | undefined; readonly name: string },
  work: () => Promise<Result>,
): Promise<Result> =>
  runInScope(createScope(randomUUID(), traceparent), () =>
    runInSpan({ name, kind: 'internal', attributes: {} }, work),
  );
