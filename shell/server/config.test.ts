import { loadConfig } from '@archaka/service-kit/server';
import { expect, test } from '@jest/globals';
import { shellConfig } from './config.ts';

const load = (env: Record<string, string>) => () => loadConfig(shellConfig, env);

test('requires the keys that may sign slices in production, whatever else is missing', () => {
  expect(load({ NODE_ENV: 'production' })).toThrow(/SLICE_STORE is missing.*SLICE_JWKS is missing/);
  expect(load({ NODE_ENV: 'production', SLICE_JWKS: '{"keys":[]}' })).not.toThrow(/SLICE_JWKS/);
  expect(load({})).not.toThrow(/SLICE_JWKS/);
});
