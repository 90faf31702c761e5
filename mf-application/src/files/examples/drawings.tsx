import type { ReactNode } from 'react';

/** Draws in a frame of 90 by 120, the shape of a photo. */
export function Drawing({ label, children }: { label: string; children: ReactNode }) {
  return (
    <svg className="example-drawing" viewBox="0 0 90 120" role="img" aria-label={label}>
      {children}
    </svg>
  );
}

const Head = () => (
  <>
    <path className="example-coat" d="M8 121c0-25 15-36 37-36s37 11 37 36z" />
    <path className="example-skin" d="M37 70h16v18q-8 7-16 0z" />
    <ellipse className="example-skin" cx="45" cy="50" rx="19" ry="24" />
    <path className="example-hair" d="M25 51c-4-36 44-36 40 0-2-13-9-19-20-19s-18 6-20 19z" />
    <path className="example-line" d="M39 66q6 5 12 0M45 52v7" />
  </>
);

export const GoodPhoto = () => (
  <>
    <path className="example-light" d="M0 0h90v120H0z" />
    <Head />
    <path className="example-line" d="M35 50h5M50 50h5" />
  </>
);

export const BadPhoto = () => (
  <>
    <path className="example-dark" d="M0 0h90v120H0z" />
    <path className="example-line" d="M0 30h52M14 0v120M38 12v18M0 84h58M60 8h22v26H60zM22 50h20v34H22z" />
    <g transform="translate(46 58) rotate(18) scale(.55)">
      <Head />
      <path className="example-hair" d="M30 45h13v9H30zM47 45h13v9H47zM43 47h4v3h-4z" />
    </g>
    <path className="example-shadow" d="M0 0h90v120H0z" />
  </>
);

const Page = () => (
  <>
    <path className="example-page" d="M12 10h66v100H12z" />
    <path className="example-heading" d="M28 24h34" />
    <path className="example-line" d="M20 38h50M20 48h50M20 58h44M20 68h50M20 78h30M20 88h26" />
    <circle className="example-seal" cx="62" cy="90" r="9" />
    <path className="example-line" d="M58 90h8" />
  </>
);

export const GoodPaper = () => (
  <>
    <path className="example-dark" d="M0 0h90v120H0z" />
    <Page />
  </>
);

export const BadPaper = () => (
  <>
    <path className="example-dark" d="M0 0h90v120H0z" />
    <g transform="rotate(-13 45 60) translate(20 14)">
      <Page />
    </g>
    <path className="example-shadow" d="M0 120V52l90-34v102z" />
  </>
);
