/** In dependency order. Each may run in a separate task. */
export const startupModules: readonly (() => Promise<unknown>)[] = [
  () => import(/* webpackMode: "eager", webpackExports: [] */ './store/portal-store.ts'),
];
