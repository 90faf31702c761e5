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
      'Say: npm run trace -- <trace id, or the x-request-id of an answer>; log lines name both.',
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
      'No part has recorded anything of that: it may be too long ago, or a second too early to ask.',
    );
    return 1;
  }
  console.log(formatTree(spans));
  return 0;
});
