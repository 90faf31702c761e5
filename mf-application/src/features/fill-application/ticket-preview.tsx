import { Bilingual, Paragraph, Skeleton, useBothTexts } from '@archaka/platform';
import { formMessages } from '../../messages.ts';
import { useTicketPreview } from './use-ticket-preview.ts';

/** The hall ticket as it will be printed; where it cannot be had, nothing is missed. */
export function TicketPreview({ applicationId }: { applicationId: string }) {
  const preview = useTicketPreview(applicationId);
  const alt = useBothTexts()(formMessages.ticketPreview);
  if (preview.state === 'missing') return null;
  return (
    <section className="stack" aria-labelledby="ticket-preview-title">
      <h4 id="ticket-preview-title">
        <Bilingual word={formMessages.ticketPreview} />
      </h4>
      <Paragraph word={formMessages.ticketPreviewHint} />
      {preview.state === 'coming' ? (
        <Skeleton lines={6} />
      ) : (
        <a href={preview.url} target="_blank" rel="noreferrer">
          <img className="ticket-preview" src={preview.url} alt={alt} />
        </a>
      )}
    </section>
  );
}
