import { Fragment, jsx, jsxs } from 'react/jsx-runtime';

export { Fragment };

// What components in development are compiled to, by the runtime that the shell lends: slices that were built for
// production share it, and would not find it in a shell that uses another.
export const jsxDEV = (type, props, key, isStatic) => (isStatic ? jsxs : jsx)(type, props, key);
