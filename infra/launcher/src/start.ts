import { portalComponents } from './components.ts';
import { launch } from './launch.ts';
import { listWorkspaces } from './workspaces.ts';

const remotes = listWorkspaces('mf');

await launch({
  components: portalComponents(process.env),
  bundles: ['shell', 'hall-scanner', ...remotes],
  remotes,
});
