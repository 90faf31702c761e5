import { routes } from '@archaka/contracts/calls';
import { Bilingual, Paragraph, useBothTexts, useNotice } from '@archaka/platform';
import { useEffect, useRef, useState } from 'react';
import { statusMessages } from './status-messages.ts';

/** The width of A4 in CSS pixels, for which the page is laid out. */
const SHEET_WIDTH = 794;

/** The available width as a share of the sheet's. */
function useSheetScale() {
  const holder = useRef<HTMLDivElement>(null);
  const [scale, setScale] = useState(0);
  useEffect(() => {
    const measure = () => setScale((holder.current?.clientWidth ?? 0) / SHEET_WIDTH);
    measure();
    addEventListener('resize', measure);
    return () => removeEventListener('resize', measure);
  }, []);
  return { holder, scale };
}

/** A preview of the hall ticket, in a frame without scripts. */
export function TicketPreview({ applicationId }: { applicationId: string }) {
  const [change, setChange] = useState(0);
  useNotice('application-changed', () => setChange((count) => count + 1));
  const { holder, scale } = useSheetScale();
  const title = useBothTexts()(statusMessages.ticketPreview);
  const path = routes.previewTicket.path.replace(':application_id', encodeURIComponent(applicationId));
  return (
    <section className="stack" aria-labelledby="ticket-preview-title">
      <h4 id="ticket-preview-title">
        <Bilingual word={statusMessages.ticketPreview} />
      </h4>
      <Paragraph word={statusMessages.ticketPreviewHint} />
      <div ref={holder} className="ticket-preview">
        {scale > 0 && (
          <iframe
            key={change}
            src={path}
            title={title}
            sandbox=""
            loading="lazy"
            style={{ transform: `scale(${scale})` }}
          />
        )}
      </div>
      <a href={path} target="_blank" rel="noreferrer">
        <Bilingual word={statusMessages.openPreview} />
      </a>
    </section>
  );
}
