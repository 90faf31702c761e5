import { useOffline } from '@archaka/platform/shell';
import { Bilingual, Icon, Sentence } from '@archaka/web-kit';
import { msg } from '@lingui/core/macro';

const noNetwork = msg`No network; what you typed is kept`;
const whatWorks = msg`You can go on typing, and read what was opened here before. Saving, paying and signing in need the network.`;

/** Announces politely that there is no network, visible beside any input. */
export function OfflineNotice() {
  const isOffline = useOffline();
  return (
    <div className="offline-notice" role="status">
      {isOffline && (
        <>
          <Icon name="alert" />
          <div>
            <p className="label">
              <Bilingual word={noNetwork} />
            </p>
            <p>
              <Sentence word={whatWorks} />
            </p>
          </div>
        </>
      )}
    </div>
  );
}
