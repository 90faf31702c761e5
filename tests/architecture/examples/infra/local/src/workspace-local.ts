import { serve } from '../../../packages/service-kit/src/index.ts';

serve();
