import { expect, test } from '@jest/globals';
import * as z from 'zod';
import { callDocs } from './docs/call-docs.ts';
import { calls, events } from './index.ts';

test('names every call and every event once', () => {
  expect(new Set(calls.map(({ name }) => name)).size).toBe(calls.length);
  expect(new Set(events.map(({ type }) => type)).size).toBe(events.length);
});

test('names the callers of calls between services only', () => {
  for (const { session, callers } of calls) expect(callers.length > 0).toBe(session === 'service');
});

test('has a JSON Schema for every request, response and event', () => {
  for (const { request, response } of calls) {
    expect(() => z.toJSONSchema(request, { io: 'input' })).not.toThrow();
    expect(() => z.toJSONSchema(response.body)).not.toThrow();
  }
  for (const { data } of events) expect(() => z.toJSONSchema(data)).not.toThrow();
});

test("derives an event's service, and whether it is about a person, from its name", () => {
  for (const { type, producer } of events) expect(type).toMatch(new RegExp(`^(${producer}|person)\\.`));
});

test('documents exactly the calls that the gateway routes', () => {
  const publicCalls = calls.filter(({ session }) => session !== 'service');
  expect(Object.keys(callDocs).toSorted()).toEqual(publicCalls.map(({ name }) => name).toSorted());
});
