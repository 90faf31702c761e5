import { CommandError } from '@archaka/operators';
import { assertPortalReachable, attachToPortal } from './dev/attach.ts';
import { parseOptions } from './dev/options.ts';
import { createDevPlan, createDevSettings } from './dev/plan.ts';
import { launch } from './launch.ts';

try {
  const options = parseOptions(process.argv.slice(2));
  if (options.portal) {
    await assertPortalReachable(options.portal);
    attachToPortal(options.portal, options.remotes);
  } else {
    const settings = createDevSettings(options, process.env);
    await launch(createDevPlan(options, process.env), () => settings);
  }
} catch (error) {
  if (!(error instanceof CommandError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
