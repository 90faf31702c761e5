import { expect, test } from '@jest/globals';
import * as z from 'zod';
import { jsonVariable, loadConfig } from './config.ts';

const schema = z.object({
  PORT: z.coerce.number().int().max(65535),
  TOKEN: z.string().min(20),
  KEYS: jsonVariable(z.array(z.object({ kid: z.string() }))),
  LEVEL: z.enum(['low', 'high']).default('low'),
});

const validEnv = { PORT: '8080', TOKEN: 'a-token-of-twenty-characters', KEYS: '[{"kid":"a"}]' };

test('parses an environment and applies the defaults', () => {
  expect(loadConfig(schema, { ...validEnv, OTHER: 'x' })).toEqual({
    PORT: 8080,
    TOKEN: validEnv.TOKEN,
    KEYS: [{ kid: 'a' }],
    LEVEL: 'low',
  });
});

test('names every missing or invalid variable, and no value', () => {
  const load = () =>
    loadConfig(schema, { PORT: '99999', TOKEN: 'hunter2', KEYS: '{hunter2', LEVEL: 'hunter2' });
  expect(load).toThrow(/PORT: .*TOKEN: .*KEYS: .*LEVEL: /s);
  expect(load).not.toThrow(/hunter2|99999/);
  expect(() => loadConfig(schema, {})).toThrow('PORT is missing; TOKEN is missing; KEYS is missing');
});

test('treats an empty variable as missing, and omits secrets inside JSON from the message', () => {
  expect(() => loadConfig(schema, { ...validEnv, TOKEN: '' })).toThrow('TOKEN is missing');
  const load = () => loadConfig(schema, { ...validEnv, KEYS: '[{"kid":5,"key":"hunter2"}]' });
  expect(load).toThrow(/KEYS/);
  expect(load).not.toThrow(/hunter2/);
});
