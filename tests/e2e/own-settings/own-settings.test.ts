import { challenge } from './challenge.ts';
import { createOwnSettingsEnvironment } from './environment.ts';
import { traces } from './traces.ts';

const environment = createOwnSettingsEnvironment();
// The order matters: the first two one-time passwords for an address need no proof.
traces(environment);
challenge(environment);
