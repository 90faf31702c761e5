import { expect, test } from '@jest/globals';
import { securityHeaders } from './security-headers.ts';

const origins = {
  portal: 'https://exams.example.in',
  paymentHandler: 'https://exams.example.in/handler',
  checkout: 'https://checkout.example',
};

function scriptSources(sliceFiles: string | undefined): unknown {
  const { contentSecurityPolicy } = securityHeaders({ ...origins, sliceFiles });
  if (typeof contentSecurityPolicy !== 'object') throw new Error('There is no content security policy.');
  return contentSecurityPolicy.directives?.['script-src'];
}

test("scripts come from the portal alone, and from the slices' files where they lie elsewhere", () => {
  expect(scriptSources(undefined)).toEqual(["'self'"]);
  expect(scriptSources('https://cdn.example/slices/')).toEqual(["'self'", 'https://cdn.example']);
});
