export const anAccount = {};
