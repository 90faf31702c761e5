import { createApp, createDrain, createLog, listen } from '@archaka/service-kit/server';
import { expect, test } from '@jest/globals';
import { createSecurityHeaders } from './routes.ts';

const origins = {
  portal: 'https://exams.example.in',
  paymentHandler: 'https://exams.example.in/handler',
  checkout: 'https://checkout.example',
};

function readScriptSources(sliceFiles: string | undefined): unknown {
  const { contentSecurityPolicy } = createSecurityHeaders({ ...origins, sliceFiles });
  if (typeof contentSecurityPolicy !== 'object') throw new Error('There is no content security policy.');
  return contentSecurityPolicy.directives?.['script-src'];
}

test("allows scripts from the portal and the slices' file origin only", () => {
  expect(readScriptSources(undefined)).toEqual(["'self'"]);
  expect(readScriptSources('https://cdn.example/slices/')).toEqual(["'self'", 'https://cdn.example']);
});

test('sends HSTS for a year and no referrer to other sites behind TLS', async () => {
  const app = createApp({
    log: createLog({ name: 'shell', level: 'silent' }),
    headers: createSecurityHeaders({ ...origins, sliceFiles: undefined }),
    routes: (router) => router.get('/', (_request, response) => response.end('page')),
  });
  const server = await listen(app, { port: 0, drain: createDrain(0) });
  const { headers } = await fetch(`http://127.0.0.1:${server.port}/`);
  await server.stop();
  expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
  expect(headers.get('referrer-policy')).toBe('same-origin');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('content-security-policy')).toMatch(/base-uri 'none';frame-ancestors 'none'/);
});
