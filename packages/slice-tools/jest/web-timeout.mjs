import { configure } from '@testing-library/dom';
import { timeoutFactor } from './timeout.mjs';

// A busy machine needs more than the default second to render the whole form.
configure({ asyncUtilTimeout: 20_000 * timeoutFactor });
