export default async function stopPortalOfTheRun() {
  await globalThis.portalOfTheRun?.stop();
}
