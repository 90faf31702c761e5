import { useEffect, useState } from 'react';

/** An object URL of a local file, valid while the component is mounted. */
export function useObjectUrl(file: Blob | undefined): string | undefined {
  const [created, setCreated] = useState<{ of: Blob; url: string }>();
  useEffect(() => {
    if (!file) return;
    const url = URL.createObjectURL(file);
    setCreated({ of: file, url });
    return () => {
      URL.revokeObjectURL(url);
      setCreated(undefined);
    };
  }, [file]);
  return created?.of === file ? created?.url : undefined;
}
