/** What the platform stands on, from the bottom up; each part may be run in a task of its own. */
export const startupModules: readonly (() => Promise<unknown>)[] = [
  () => import(/* webpackMode: "eager", webpackExports: [] */ '@reduxjs/toolkit'),
  () => import(/* webpackMode: "eager", webpackExports: [] */ '@reduxjs/toolkit/query/react'),
  () => import(/* webpackMode: "eager", webpackExports: [] */ './store/portal-store.ts'),
  () => import(/* webpackMode: "eager", webpackExports: [] */ './examination/core-api.ts'),
];
