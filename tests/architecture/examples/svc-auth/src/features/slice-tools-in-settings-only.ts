import { sources } from '../../../packages/slice-tools/sources.ts';

console.log(sources);
