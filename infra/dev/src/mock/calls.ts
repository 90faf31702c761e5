import type { Call, Examination, Service } from '@archaka/contracts';
import * as contracts from '@archaka/contracts';
import { type Served, serve } from '@archaka/service-kit/stand-in';
import { drawn } from './drawn.ts';
import { examplesOf } from './examples.ts';
import { session } from './session.ts';

const exported: readonly unknown[] = Object.values(contracts);
/** Every call of the contracts. */
export const everyCall: readonly Call[] = exported.filter(isCall);

/** The calls of a service, each with what the mock answers. */
export function mockedCalls(service: Service, facts: Examination): Served[] {
  const examples = examplesOf(facts);
  return everyCall
    .filter((call) => call.service === service)
    .map((call) =>
      serve(call, async ({ response }) => {
        session(call.name, response);
        return examples.get(call) ?? drawn(call.answer.body);
      }),
    );
}

function isCall(value: unknown): value is Call {
  return typeof value === 'object' && value !== null && 'kind' in value && 'answer' in value;
}
