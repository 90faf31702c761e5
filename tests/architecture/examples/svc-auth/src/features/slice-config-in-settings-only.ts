import { sources } from '../../../packages/slice-config/sources.ts';

console.log(sources);
