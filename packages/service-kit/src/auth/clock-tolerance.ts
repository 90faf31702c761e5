/** Two clocks, each ten minutes wrong. Tokens never leave the services, so a longer life costs little. */
export const CLOCK_TOLERANCE_SECONDS = 20 * 60;
