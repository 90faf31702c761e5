import { calls, type Examination, type Service } from '@archaka/contracts';
import { type Served, serve } from '@archaka/service-kit/stand-in';
import { drawn } from './drawn.ts';
import { examplesOf } from './examples.ts';
import { session } from './session.ts';

/** The calls of a service, each with what the mock answers. */
export function mockedCalls(service: Service, facts: Examination): Served[] {
  const examples = examplesOf(facts);
  return calls
    .filter((call) => call.service === service)
    .map((call) =>
      serve(call, async ({ response }) => {
        session(call.name, response);
        return examples.get(call) ?? drawn(call.answer.body);
      }),
    );
}
