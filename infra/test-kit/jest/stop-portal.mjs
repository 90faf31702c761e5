export default async function stopSharedPortal() {
  await globalThis.portalOfTheRun?.stop();
}
