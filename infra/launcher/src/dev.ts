import { readAsked } from './dev/asked.ts';
import { checkPortal, workBeside } from './dev/beside.ts';
import { devPlan, devSettings } from './dev/plan.ts';
import { launch } from './launch.ts';
import { Sentence } from './sentence.ts';

try {
  const asked = readAsked(process.argv.slice(2));
  if (asked.portal) {
    await checkPortal(asked.portal);
    workBeside(asked.portal, asked.remotes);
  } else {
    const settings = devSettings(asked, process.env);
    await launch(devPlan(asked, process.env), () => settings);
  }
} catch (error) {
  if (!(error instanceof Sentence)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
