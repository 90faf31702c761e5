import { onNotice, portalFetch } from '@archaka/platform';
import { useEffect, useState } from 'react';

interface LoadedFile {
  readonly blob: Blob;
  /** Of this page only. */
  readonly url: string;
}

interface FileState {
  readonly address: string;
  readonly file?: LoadedFile;
  readonly failed?: boolean;
}

/** A paper of a case: read with the session of the staff, never from the browser's cache of another person. */
export function useFile(address: string | undefined) {
  const [state, setState] = useState<FileState>();
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt reads it anew
  useEffect(() => {
    if (!address) return undefined;
    const controller = new AbortController();
    let url: string | undefined;
    const read = async () => {
      const { data } = await portalFetch(address, { signal: controller.signal }, { session: 'staff' });
      const blob = await data?.blob();
      if (controller.signal.aborted) return;
      if (!blob) return setState({ address, failed: true });
      url = URL.createObjectURL(blob);
      setState({ address, file: { blob, url } });
    };
    read().catch(() => controller.signal.aborted || setState({ address, failed: true }));
    const unsubscribe = onNotice('staff-signed-in', () => void read().catch(() => undefined));
    return () => {
      unsubscribe();
      controller.abort();
      if (url) URL.revokeObjectURL(url);
    };
  }, [address, attempt]);

  const current = state?.address === address ? state : undefined;
  return {
    file: current?.file,
    failed: current?.failed ?? false,
    retry: () => {
      setState(undefined);
      setAttempt(attempt + 1);
    },
  };
}
