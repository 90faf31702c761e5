import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { SpanKind, SpanStatusCode } from '@opentelemetry/api';
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { createScope, currentScope, currentTrace, runInScope } from '../scope.ts';
import { recordSpans } from './recorder.ts';
import { runInSpan, type Span, spans } from './span.ts';

const buildSpan = (name: string, own: Partial<Span> = {}): Span => ({
  name,
  kind: 'internal',
  attributes: {},
  ...own,
});

test('runs work in the current scope while nothing records', async () => {
  expect(spans.hasSubscribers).toBe(false);
  const scope = createScope('r1');
  expect(await runInScope(scope, () => runInSpan(buildSpan('work'), async () => currentScope()))).toBe(scope);
});

describe('recorded', () => {
  const exporter = new InMemorySpanExporter();
  beforeAll(() => {
    const spanProcessors = [new SimpleSpanProcessor({ exporter })];
    recordSpans(new TracerProvider({ spanProcessors }).getTracer('test'));
  });
  beforeEach(() => exporter.reset());
  const findSpan = (name: string) => exporter.getFinishedSpans().find((each) => each.name === name);

  const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';

  test("makes a span a child of its scope's trace, and the parent of what the work sends", async () => {
    await runInScope(createScope('r1', traceparent), async () => {
      await runInSpan(buildSpan('outer', { kind: 'server' }), async () => {
        expect(currentScope()).toMatchObject({ requestId: 'r1', recorded: true });
        await runInSpan(buildSpan('inner'), async () => undefined);
      });
      expect(currentTrace()).toBe(traceparent);
    });
    const [outer, inner] = [findSpan('outer'), findSpan('inner')];
    expect(outer?.kind).toBe(SpanKind.SERVER);
    expect(outer?.spanContext().traceId).toBe('4bf92f3577b34da6a3ce929d0e0e4736');
    expect(outer?.parentSpanContext?.spanId).toBe('00f067aa0ba902b7');
    expect(inner?.parentSpanContext?.spanId).toBe(outer?.spanContext().spanId);
  });

  test('records the name and attributes that are known at its end', async () => {
    const span = buildSpan('early');
    await runInSpan(span, async () => {
      span.name = 'late';
      span.attributes['http.route'] = '/api/:id';
    });
    expect(findSpan('late')?.attributes).toEqual({ 'http.route': '/api/:id' });
  });

  test.each([
    ['rejects', async () => Promise.reject(new TypeError('for 9876543210'))],
    [
      'throws',
      () => {
        throw new TypeError('for 9876543210');
      },
    ],
  ])('records only the kind of error of work that %s, and rethrows it', async (_how, fail) => {
    await expect(async () => runInSpan(buildSpan('failing'), fail)).rejects.toThrow(TypeError);
    const failed = findSpan('failing');
    expect(failed?.status).toEqual({ code: SpanStatusCode.ERROR });
    expect(failed?.attributes).toEqual({ 'error.type': 'TypeError' });
    expect(failed?.events).toEqual([]);
  });

  test("accepts a parent other than its scope's", async () => {
    await runInSpan(buildSpan('told', { parent: () => traceparent }), async () => undefined);
    expect(findSpan('told')?.parentSpanContext?.spanId).toBe('00f067aa0ba902b7');
  });
});
