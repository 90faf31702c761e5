import { eventually } from '../../../packages/test-kit/src/index.ts';

eventually();
