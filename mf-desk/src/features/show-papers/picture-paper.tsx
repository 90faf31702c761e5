import { useState } from 'react';

/** How a paper is shown; turned clockwise. */
export interface PaperView {
  readonly zoom: number;
  readonly turn: 0 | 90 | 180 | 270;
}

interface PicturePaperProps extends PaperView {
  url: string;
  name: string;
}

/** A turned picture takes the space of its other shape. */
export function PicturePaper({ url, name, zoom, turn }: PicturePaperProps) {
  const [{ width, height }, setSize] = useState({ width: 1, height: 1 });
  const shape = width / height;
  const isOnItsSide = turn % 180 !== 0;
  return (
    <div
      className="picture"
      style={{
        // A small photo is not enlarged to the width of the frame.
        width: `min(${zoom * 100}%, ${Math.round(zoom * (isOnItsSide ? height : width))}px)`,
        aspectRatio: String(isOnItsSide ? 1 / shape : shape),
      }}
    >
      <img
        src={url}
        alt={name}
        style={{
          width: isOnItsSide ? `${shape * 100}%` : '100%',
          transform: `translate(-50%, -50%) rotate(${turn}deg)`,
        }}
        onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
          naturalHeight && setSize({ width: naturalWidth, height: naturalHeight })
        }
      />
    </div>
  );
}
