import { configure } from '@testing-library/dom';

// A busy machine takes longer than a second to draw the whole form.
configure({ asyncUtilTimeout: 10_000 });
