import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { portalFetch } from './portal-fetch.ts';

const TRACEPARENT = /^00-([0-9a-f]{32})-[0-9a-f]{16}-01$/;
const fetchMock = jest.fn<typeof fetch>();
const originalFetch = globalThis.fetch;
beforeEach(() => {
  globalThis.fetch = fetchMock.mockResolvedValue(new Response());
});
afterEach(() => {
  globalThis.fetch = originalFetch;
  fetchMock.mockReset();
});
const readTraceparent = (call: number) =>
  new Headers(fetchMock.mock.calls[call]?.[1]?.headers).get('traceparent');

test("sends a page's requests in one trace, each with its own span", async () => {
  await portalFetch('/api/one', { headers: { Accept: 'application/json' } });
  await portalFetch('/api/two');
  const [one, two] = [readTraceparent(0), readTraceparent(1)];
  expect(one).toMatch(TRACEPARENT);
  expect(two?.match(TRACEPARENT)?.[1]).toBe(one?.match(TRACEPARENT)?.[1]);
  expect(two).not.toBe(one);
  expect(new Headers(fetchMock.mock.calls[0]?.[1]?.headers).get('accept')).toBe('application/json');
});

test('sends no trace to another origin', async () => {
  await portalFetch('http://localhost:8085/checkpaynumberandaadhar', { method: 'POST' });
  expect(readTraceparent(0)).toBeNull();
});

test('sends nothing when it was aborted before', async () => {
  const controller = new AbortController();
  controller.abort();
  let isAborted: boolean | undefined;
  fetchMock.mockImplementation(async (_path, init) => {
    isAborted = init?.signal?.aborted;
    throw new DOMException('The request is aborted', 'AbortError');
  });
  await expect(
    portalFetch('/api/one', { signal: controller.signal }, { answerWithinMs: 1000 }),
  ).rejects.toThrow();
  expect(isAborted).toBe(true);
});

/** A response whose body starts and then stalls. */
function respondPartially(): void {
  fetchMock.mockImplementation(async (_path, init) => {
    const body = new ReadableStream({
      start(sink) {
        sink.enqueue(new TextEncoder().encode('{"status":'));
        init?.signal?.addEventListener('abort', () => sink.error(new Error('left')));
      },
    });
    return new Response(body);
  });
}

test('rejects when the body of a response stalls', async () => {
  jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick', 'setImmediate'] });
  try {
    respondPartially();
    const { data } = await portalFetch('/api/one', {}, { answerWithinMs: 1000 });
    const text = expect(data?.text()).rejects.toThrow();
    await jest.advanceTimersByTimeAsync(30_000);
    await text;
  } finally {
    jest.useRealTimers();
  }
});

test('rejects when it is aborted in the middle of a body', async () => {
  respondPartially();
  const controller = new AbortController();
  const { data } = await portalFetch('/api/one', { signal: controller.signal }, { answerWithinMs: 1000 });
  controller.abort();
  await expect(data?.text()).rejects.toThrow();
});
