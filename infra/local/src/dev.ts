import { runCommandLine } from '@archaka/service-kit/command-line';
import { assertPortalReachable, attachToPortal } from './dev/attach.ts';
import { commandLine } from './dev/options.ts';
import { createDevPlan, createDevSettings } from './dev/plan.ts';
import { formatError } from './format-error.ts';
import { launch } from './launch.ts';

await runCommandLine(
  commandLine,
  async (options) => {
    if (options.portal) {
      await assertPortalReachable(options.portal);
      attachToPortal(options.portal, options.remotes);
    } else {
      const settings = createDevSettings(options, process.env);
      await launch(createDevPlan(options, process.env), () => settings);
    }
    return 0;
  },
  formatError,
);
