import { calls, type Examination, type Service } from '@archaka/contracts';
import { type CallHandler, handleCall } from '@archaka/service-kit/stand-in';
import { createExamples } from './examples.ts';
import { generateSample } from './sample-response.ts';
import { updateSessionCookie } from './session.ts';

/** The calls of a service, each with the mock's response. */
export function createMockHandlers(service: Service, examination: Examination): CallHandler[] {
  const examples = createExamples(examination);
  return calls
    .filter((call) => call.service === service)
    .map((call) =>
      handleCall(call, {
        handle: async ({ response }) => {
          updateSessionCookie(call.name, response);
          return examples.get(call) ?? generateSample(call.response.body);
        },
      }),
    );
}
