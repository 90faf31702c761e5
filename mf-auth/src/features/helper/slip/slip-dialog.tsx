import { addCatalogs, Facts, Message, Text } from '@archaka/platform';
import { Button, Dialog, Paragraph, Sentence, words } from '@archaka/platform/core';
import { msg } from '@lingui/core/macro';
import { helperMode, type Slip } from '../helper-mode.ts';
import * as catalogs from './locales/te.po';

addCatalogs(catalogs);

const title = msg`Slip for the person`;
const ended = msg`Signed out. Nothing of this person is left in this browser.`;
const noId = msg`Not yet; it comes with the first save`;
const missingTitle = msg`Missing in the form`;
const print = msg`Print`;
const next = msg`Sign in the next person`;

/** Printed alone: an open dialog hides the page on paper. */
export function SlipDialog({ slip, onClose }: { slip: Slip; onClose: () => void }) {
  const close = () => {
    helperMode.dropSlip();
    onClose();
  };
  return (
    <Dialog open onClose={close} title={title}>
      <Paragraph className="hint" word={ended} />
      <Facts
        facts={[
          { label: words.applicationId, value: slip.applicationId ?? <Sentence word={noId} /> },
          { label: words.mobileNumber, value: slip.number },
          { label: words.status, value: <Sentence word={slip.state} /> },
        ]}
      />
      <div className="row">
        <Button tone="main" word={next} onClick={close} />
        <Button word={print} onClick={() => globalThis.print()} />
      </div>
      {slip.missing.length > 0 && (
        <div className="stack">
          <h3>
            <Text of={missingTitle} />
          </h3>
          <ul>
            {slip.missing.map((message) => (
              <li key={message}>
                <Message of={message} />
              </li>
            ))}
          </ul>
        </div>
      )}
    </Dialog>
  );
}
