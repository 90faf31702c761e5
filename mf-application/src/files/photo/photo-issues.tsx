import { Banner, Sentence } from '@archaka/platform';
import { qualityIssueMessages } from './photo-messages.ts';
import type { QualityIssue } from './photo-quality.ts';

export function PhotoIssues({ issues }: { issues: readonly QualityIssue[] }) {
  if (issues.length === 0) return null;
  return (
    <Banner tone="warning">
      {issues.map((issue) => (
        <p key={issue}>
          <Sentence word={qualityIssueMessages[issue]} />
        </p>
      ))}
    </Banner>
  );
}
