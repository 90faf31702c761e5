import { portalFetch } from '@archaka/platform';
import { useEffect, useState } from 'react';

interface FileContent {
  /** An address of the content within the page, good while it is shown. */
  readonly content?: string;
  readonly failed?: boolean;
}

/** Fetches an own file, so that a frame can show it under the page's own policy. */
export function useFileContent(url: string): FileContent & { retry: () => void } {
  const [state, setState] = useState<FileContent>({});
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt fetches again
  useEffect(() => {
    const stop = new AbortController();
    let content = '';
    const load = async () => {
      setState({});
      const { data } = await portalFetch(url, { signal: stop.signal });
      const blob = await data?.blob();
      if (stop.signal.aborted) return;
      if (blob) content = URL.createObjectURL(blob);
      setState(content ? { content } : { failed: true });
    };
    load().catch(() => stop.signal.aborted || setState({ failed: true }));
    return () => {
      stop.abort();
      URL.revokeObjectURL(content);
    };
  }, [url, attempt]);

  return { ...state, retry: () => setAttempt((count) => count + 1) };
}
