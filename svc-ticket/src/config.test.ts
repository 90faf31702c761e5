import { baseConfig, ConfigurationError, loadConfig } from '@archaka/service-kit';
import { expect, test } from '@jest/globals';
import { config } from './config.ts';

test("rejects a portal name that is too long for the tickets' QR codes", () => {
  const env = { PORTAL_ORIGIN: `https://${'long-'.repeat(12)}name.example` };
  const portalConfig = config.pick({ PORTAL_ORIGIN: true });
  expect(() => loadConfig(portalConfig, env)).toThrow(ConfigurationError);
  expect(() => loadConfig(portalConfig, env)).toThrow(/PORTAL_ORIGIN: is longer than 58 characters/);
  expect(loadConfig(baseConfig.pick({ PORTAL_ORIGIN: true }), env)).toEqual(env);
});
