import { configure } from '@testing-library/dom';
import { timeoutFactor } from './timeout-factor.mjs';

// A busy machine takes longer than the default of a second to draw the whole form.
configure({ asyncUtilTimeout: 20_000 * timeoutFactor });
