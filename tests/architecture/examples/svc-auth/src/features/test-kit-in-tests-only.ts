import { eventually } from '../../../infra/test-kit/src/index.ts';

eventually();
