/** Letters of an appeal. */
export const MIN_APPEAL = 20;
export const MAX_APPEAL = 1000;
