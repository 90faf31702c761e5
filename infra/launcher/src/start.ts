import { launch } from './launch.ts';
import { portalParts } from './parts.ts';
import { workspaces } from './workspaces.ts';

const remotes = workspaces('mf');

await launch({
  parts: portalParts(process.env),
  bundles: ['shell', 'hall-scanner', ...remotes],
  remotes,
});
