import { expect, test } from '@jest/globals';
import { parsePath } from './parse-path.ts';

test.each([
  ['/api/documents/1', '/api/documents/1'],
  ['/api/documents/1?number=2', '/api/documents/1'],
  ['/api/open#part', '/api/open'],
  ['http://portal.example/api/open?a=b', '/api/open'],
  ['*', '/*'],
])('reads the path of %s', (target, path) => {
  expect(parsePath(target)).toBe(path);
});
