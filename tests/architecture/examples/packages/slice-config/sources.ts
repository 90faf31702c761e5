export const sources = {};
