import { expect, test } from '@jest/globals';
import * as z from 'zod';
import { calls, events } from './index.ts';

test('every call and every event is named once', () => {
  expect(new Set(calls.map(({ name }) => name)).size).toBe(calls.length);
  expect(new Set(events.map(({ type }) => type)).size).toBe(events.length);
});

test('every call between services names its callers, and no other call does', () => {
  for (const { session, callers } of calls) expect(callers.length > 0).toBe(session === 'service');
});

test('every request, answer and event has a JSON Schema', () => {
  for (const { request, response } of calls) {
    expect(() => z.toJSONSchema(request, { io: 'input' })).not.toThrow();
    expect(() => z.toJSONSchema(response.body)).not.toThrow();
  }
  for (const { data } of events) expect(() => z.toJSONSchema(data)).not.toThrow();
});

test('an event is told from its service, or as one about a person, by its name', () => {
  for (const { type, producer } of events) expect(type).toMatch(new RegExp(`^(${producer}|person)\\.`));
});
