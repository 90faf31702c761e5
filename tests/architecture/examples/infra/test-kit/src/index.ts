export const eventually = () => undefined;
