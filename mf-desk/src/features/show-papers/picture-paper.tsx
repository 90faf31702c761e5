import { useState } from 'react';
import type { PaperView } from './paper-viewer.tsx';

interface PicturePaperProps extends PaperView {
  url: string;
  name: string;
}

/** A turned picture takes the space of its other shape. */
export function PicturePaper({ url, name, zoom, turn }: PicturePaperProps) {
  const [shape, setShape] = useState(1);
  const isOnItsSide = turn % 180 !== 0;
  return (
    <div
      className="picture"
      style={{ width: `${zoom * 100}%`, aspectRatio: String(isOnItsSide ? 1 / shape : shape) }}
    >
      <img
        src={url}
        alt={name}
        style={{
          width: isOnItsSide ? `${shape * 100}%` : '100%',
          transform: `translate(-50%, -50%) rotate(${turn}deg)`,
        }}
        onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
          setShape(naturalHeight ? naturalWidth / naturalHeight : 1)
        }
      />
    </div>
  );
}
