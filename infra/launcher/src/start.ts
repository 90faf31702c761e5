import { launch } from './launch.ts';
import { portalParts } from './parts.ts';

const remotes = ['mf-auth', 'mf-application', 'mf-history'];

await launch({
  parts: portalParts(process.env),
  bundles: ['shell', 'hall-scanner', ...remotes],
  remotes,
});
