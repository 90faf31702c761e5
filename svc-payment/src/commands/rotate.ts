import { runRotation } from '@archaka/service-kit';
import * as z from 'zod';

/** Of the shared keys of event data only: it has none of its own. */
await runRotation({ service: 'payment', config: z.object({}), rotations: {} });
