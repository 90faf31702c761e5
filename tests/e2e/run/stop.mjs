import stopSharedPortal from '@archaka/test-kit/jest/stop-portal';

export default async function stopRun() {
  await Promise.all(globalThis.browsersOfTheRun?.map((browser) => browser.close()) ?? []);
  await stopSharedPortal();
}
