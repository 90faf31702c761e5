import { Fragment, jsx, jsxs } from 'react/jsx-runtime';

export { Fragment };

// Compiles development components to the runtime that the shell shares: production slices use the same one
// and would not find it in a shell with another.
export const jsxDEV = (type, props, key, isStatic) => (isStatic ? jsxs : jsx)(type, props, key);
