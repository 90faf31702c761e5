import { launch } from './launch.ts';
import { portalParts } from './parts.ts';

await launch({
  parts: portalParts(process.env),
  shell: ['shell'],
  remotes: ['mf-auth', 'mf-application', 'mf-history'],
});
