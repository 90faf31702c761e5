/** MongoDB's code for a row that another one has the key of. */
const DUPLICATE_KEY = 11000;

/** Whether a write, or one of many, failed since its key is there already. */
export const isDuplicateKey = (error: unknown): boolean => Object(error).code === DUPLICATE_KEY;
