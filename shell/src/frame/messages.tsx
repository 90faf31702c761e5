import { closeAlert, type PortalState } from '@archaka/platform/shell';
import { AlertPopup, LoaderOverlay, ToastRegion } from '@archaka/web-kit';
import { useSelector } from 'react-redux';

/** What may come over any page: short messages, the popup, the loading overlay. */
export function Messages() {
  const { toasts, alert } = useSelector(({ messages }: PortalState) => messages);
  const busy = useSelector((state: PortalState) => state.busy.calls > 0);
  return (
    <>
      <ToastRegion toasts={toasts} />
      {alert && <AlertPopup title={alert.title} text={alert.text} onClose={closeAlert} />}
      <LoaderOverlay shown={busy} />
    </>
  );
}
