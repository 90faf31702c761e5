import { globSync } from 'node:fs';
import { ROOT } from '../stages/stage.ts';
import { buildInIsolation } from './build-in-isolation.ts';

/** `npm run alone -- mf-history [test files]`: whether a slice builds and tests with the rest of the repository absent. */
const [slice = '', ...patterns] = process.argv.slice(2);
const slices = globSync('{mf,svc}-*', { cwd: ROOT }).toSorted();

if (!slices.includes(slice)) {
  console.error(`Name one slice: ${slices.join(', ')}.`);
  process.exitCode = 2;
} else {
  try {
    await buildInIsolation({ slice, patterns });
    console.log(`${slice} was built and tested alone.`);
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 1;
  }
}
