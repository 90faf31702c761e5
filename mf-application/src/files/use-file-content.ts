import { portalFetch } from '@archaka/platform';
import { useEffect, useState } from 'react';

interface FileContent {
  readonly file?: Blob;
  readonly failed?: boolean;
}

/** Fetches an own file, unless it is `known` already. */
export function useFileContent(url: string, known?: Blob): FileContent & { retry: () => void } {
  const [state, setState] = useState<FileContent>({});
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt fetches again
  useEffect(() => {
    if (known) return;
    const stop = new AbortController();
    const load = async () => {
      setState({});
      const { data } = await portalFetch(url, { signal: stop.signal });
      const file = await data?.blob();
      if (!stop.signal.aborted) setState(file ? { file } : { failed: true });
    };
    load().catch(() => stop.signal.aborted || setState({ failed: true }));
    return () => stop.abort();
  }, [url, known, attempt]);

  return { ...(known ? { file: known } : state), retry: () => setAttempt((count) => count + 1) };
}
