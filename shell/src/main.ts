import '@archaka/ui/styles.css';
import './style/masthead.css';
import './style/page.css';
import './style/home.css';

/** Run in separate tasks, so that a slow phone can scroll and respond in between. */
const startupSteps = [
  () => import(/* webpackMode: "eager", webpackExports: [] */ 'react-dom/client'),
  () => import(/* webpackMode: "eager", webpackExports: [] */ 'react-router-dom'),
  () => import(/* webpackMode: "eager", webpackExports: [] */ '@archaka/platform/store'),
  () => import(/* webpackMode: "eager", webpackExports: [] */ '@archaka/platform/core'),
  () => import(/* webpackMode: "eager" */ './start.tsx'),
];

for (const run of startupSteps) {
  await run();
  await new Promise((nextTask) => setTimeout(nextTask));
}
