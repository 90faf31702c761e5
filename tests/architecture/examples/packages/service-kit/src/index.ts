export const serve = () => undefined;
