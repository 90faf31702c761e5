/**
 * Builds the bundles of workspaces whose sources have changed since the last build, as `npm start` does.
 *
 *     node infra/launcher/src/build.ts shell
 *
 * Exit code 0: built; 2: a build failed.
 */
import { buildChanged } from './front-end/build.ts';
import { runOperatorCommand } from './operator-command.ts';
import { root } from './settings.ts';

await runOperatorCommand('build', async (workspaces) => {
  const { signal } = new AbortController();
  await buildChanged(workspaces, { rootFolder: root, signal, report: console.log });
  return 0;
});
