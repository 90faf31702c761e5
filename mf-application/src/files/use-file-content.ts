import { portalFetch } from '@archaka/platform';
import { useEffect, useState } from 'react';

interface FileContent {
  readonly file?: Blob;
  readonly failed?: boolean;
}

/** Fetches an own file, unless it is `known` already. */
export function useFileContent(url: string, cached?: Blob): FileContent & { retry: () => void } {
  const [state, setState] = useState<FileContent>({});
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt fetches again
  useEffect(() => {
    if (cached) return;
    const controller = new AbortController();
    const load = async () => {
      setState({});
      const { data } = await portalFetch(url, { signal: controller.signal });
      const file = await data?.blob();
      if (!controller.signal.aborted) setState(file ? { file } : { failed: true });
    };
    load().catch(() => controller.signal.aborted || setState({ failed: true }));
    return () => controller.abort();
  }, [url, cached, attempt]);

  return { ...(cached ? { file: cached } : state), retry: () => setAttempt((count) => count + 1) };
}
