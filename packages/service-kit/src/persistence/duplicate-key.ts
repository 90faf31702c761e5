const DUPLICATE_KEY = 11000;

export const isDuplicateKey = (error: unknown): boolean => Object(error).code === DUPLICATE_KEY;
