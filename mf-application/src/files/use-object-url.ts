import { useEffect, useState } from 'react';

/** An address of a file at hand within the page, good while the component is there. */
export function useObjectUrl(file: Blob | undefined): string | undefined {
  const [made, setMade] = useState<{ of: Blob; url: string }>();
  useEffect(() => {
    if (!file) return;
    const url = URL.createObjectURL(file);
    setMade({ of: file, url });
    return () => {
      URL.revokeObjectURL(url);
      setMade(undefined);
    };
  }, [file]);
  return made?.of === file ? made?.url : undefined;
}
