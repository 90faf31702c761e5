/** Whether a server responds within 5 s; a machine without network access must not wait for a download. */
export async function isReachable(url: string): Promise<boolean> {
  try {
    await fetch(url, { method: 'HEAD', signal: AbortSignal.timeout(5000), redirect: 'manual' });
    return true;
  } catch {
    return false;
  }
}
