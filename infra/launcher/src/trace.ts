/**
 * Prints the spans of a request in all components as a tree, of a local portal started with TRACES=on.
 *
 *     npm run trace -- <trace id, or the x-request-id of a response>
 *
 * Exit code 0: printed; 1: there is no such trace; 2: failure.
 */
import { existsSync } from 'node:fs';
import { CommandError } from '@archaka/operators';
import { runOperatorCommand } from './operator-command.ts';
import { formatTree } from './trace/format-tree.ts';
import { findSpans, readSpans } from './trace/spans.ts';
import { getTraceDir } from './trace/trace-dir.ts';

await runOperatorCommand('trace', async ([id, ...more], settings) => {
  if (id === undefined || more.length > 0) {
    throw new CommandError(
      'Usage: npm run trace -- <trace id, or the x-request-id of a response>; log lines contain both.',
    );
  }
  const folder = getTraceDir(settings);
  if (!existsSync(folder)) {
    throw new CommandError(
      `The portal of ${settings.dataDir} records no traces: start it with TRACES=on npm start.`,
    );
  }
  const spans = findSpans(id, readSpans(folder));
  if (spans.length === 0) {
    console.log(
      'No component has recorded this trace: it may be too old, or not written yet; try again after a second.',
    );
    return 1;
  }
  console.log(formatTree(spans));
  return 0;
});
