import { serve } from '../../service-kit/src/index.ts';

serve();
