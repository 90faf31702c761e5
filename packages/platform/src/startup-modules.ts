/** In dependency order. Each may run in a separate task. */
export const startupModules: readonly (() => Promise<unknown>)[] = [
  () => import(/* webpackMode: "eager", webpackExports: [] */ '@reduxjs/toolkit'),
  () => import(/* webpackMode: "eager", webpackExports: [] */ '@reduxjs/toolkit/query/react'),
  () => import(/* webpackMode: "eager", webpackExports: [] */ './store/portal-store.ts'),
  () => import(/* webpackMode: "eager", webpackExports: [] */ './examination/core-api.ts'),
];
