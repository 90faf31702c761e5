import { expect, test } from '@jest/globals';
import { createRouteTable, parsePath } from './routes.ts';

const publish = (...paths: string[]) =>
  createRouteTable([
    {
      service: 'ticket',
      version: '1',
      calls: [],
      routes: paths.map((path) => ({ method: 'GET', path, session: 'none' as const })),
    },
  ]);

test('finds a route by its exact path or its pattern, for HEAD the one of GET', () => {
  const table = publish('/scan', '/verify/:token');
  expect(table.findRoute('GET', '/scan')?.pattern).toBe('/scan');
  expect(table.findRoute('HEAD', '/verify/abc')?.pattern).toBe('/verify/:token');
  expect(table.findRoute('POST', '/scan')).toBeUndefined();
  expect(table.listMethods('/verify/abc')).toEqual(['GET']);
  expect(table.listMethods('/verify/')).toEqual([]);
});

test.each([
  '/healthz',
  '/sw.js',
  '/slices/:name/:version/:file',
  '/api/docs',
  '/.well-known/jwks.json',
  '/:page',
])('leaves %s to the shell when a service publishes it', (path) => {
  expect(publish(path).listMethods(path)).toEqual([]);
});

test.each([
  ['/api/documents/1', '/api/documents/1'],
  ['/api/documents/1?number=2', '/api/documents/1'],
  ['/api/open#part', '/api/open'],
  ['http://portal.example/api/open?a=b', '/api/open'],
  ['*', '/*'],
])('reads the path of %s', (target, path) => {
  expect(parsePath(target)).toBe(path);
});
