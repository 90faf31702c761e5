const STEP = 'h2v1h2v1h2v1h2v-1h2v-1h2v-1h2';

/** The steps below a masthead, 210 units wide. */
export const STEPS_PATH = `M0 0${STEP.repeat(15)}z`;
