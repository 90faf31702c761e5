import { expect, test } from '@jest/globals';
import { findSpans, formatTree, type WrittenSpan } from './spans.ts';

const span = (id: string, own: Partial<WrittenSpan>): WrittenSpan => ({
  trace: 't1',
  span: id,
  part: 'svc-ticket',
  name: id,
  at: 1000,
  ms: 5,
  attributes: {},
  ...own,
});

test('lists child spans below their parent by time, and spans without a parent at the left', () => {
  const tree = formatTree([
    span('late', {
      parent: 'request',
      at: 1030,
      failed: true,
      attributes: { 'error.type': 'DependencyUnavailable' },
    }),
    span('request', { part: 'shell', parent: 'page', attributes: { 'http.response.status_code': 200 } }),
    span('early', { parent: 'request', at: 1010.25 }),
    span('below', { parent: 'early', at: 1011 }),
  ]);
  expect(tree.split('\n')).toEqual([
    '     +0.0       5.0 ms  shell            request → 200',
    '    +10.3       5.0 ms  svc-ticket         early',
    '    +11.0       5.0 ms  svc-ticket           below',
    '    +30.0       5.0 ms  svc-ticket         late → failed (DependencyUnavailable)',
  ]);
});

test('a request id finds the whole trace of the request, and no other', () => {
  const all = [
    span('request', { attributes: { 'archaka.request_id': 'r1' } }),
    span('cause', { parent: 'request' }),
    span('another', { trace: 't2' }),
  ];
  const names = (id: string) => findSpans(id, all).map(({ name }) => name);
  expect(names('r1')).toEqual(['request', 'cause']);
  expect(names('t1')).toEqual(['request', 'cause']);
  expect(names('r2')).toEqual([]);
});
