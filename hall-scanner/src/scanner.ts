import { routes } from '@archaka/contracts/calls';
import { registerWorker } from '@archaka/platform/worker';
import { type OfflineData, openOfflineData } from './offline-data.ts';
import { createVerificationClient } from './portal/verification-client.ts';
import type { ScanResult } from './verification/scan-result.ts';
import { verifyCode } from './verification/verify-code.ts';
import { getElement } from './view/dom.ts';
import { setUpInstallButton } from './view/install-button.ts';
import { setUpListPanel } from './view/list-panel.ts';
import { setUpManualInput } from './view/manual-input.ts';
import { showReadiness } from './view/readiness.ts';
import { createResultView } from './view/result-view.ts';
import { setUpScanPanel } from './view/scan-panel.ts';

const { origin } = location;

/** Counts tickets and stores nothing else about them. */
function createCodeChecker({ getState }: Pick<OfflineData, 'getState'>) {
  const resultView = createResultView();
  const count = getElement('count', HTMLOutputElement);
  const fetchVerification = createVerificationClient();
  let isBusy = false;

  const show = (scanResult: ScanResult) => {
    isBusy = true;
    const { facts, list } = getState();
    const listMadeAt = scanResult.state === 'current' ? undefined : list?.made_at;
    resultView.show(scanResult, { examTypes: facts.examTypes, listMadeAt });
  };
  return {
    show,
    isBusy: () => isBusy,
    async checkCode(text: string) {
      isBusy = true;
      resultView.checking();
      const { facts, list } = getState();
      const scanResult = await verifyCode(text, { origin, keys: facts.keys, list, fetchVerification });
      if (scanResult.claims) count.value = String(Number(count.value) + 1);
      show(scanResult);
    },
    next() {
      isBusy = false;
      resultView.clear();
    },
  };
}

/** Resolves once a version is cached completely; never where the browser has no service workers. */
async function installServiceWorker(): Promise<void> {
  const url = routes.scannerFile.path.replace(':file', 'sw.js');
  await registerWorker({ url, scope: routes.scanner.path, policyName: 'hall-scanner' });
}

function startUpdates(offlineData: OfflineData): void {
  void offlineData.refresh();
  addEventListener('online', offlineData.refresh);
  addEventListener('offline', () => showReadiness(offlineData.getState()));
  void installServiceWorker().then(offlineData.markPrecached);
}

export async function startScanner(): Promise<void> {
  setUpInstallButton();
  const offlineData = await openOfflineData(showReadiness);
  const checker = createCodeChecker(offlineData);
  const panel = setUpScanPanel({ origin, checkCode: checker.checkCode, isBusy: checker.isBusy });
  setUpManualInput({ origin, checkCode: checker.checkCode, show: checker.show });
  setUpListPanel(offlineData);
  getElement('next', HTMLButtonElement).addEventListener('click', () => {
    checker.next();
    panel.resume();
  });
  startUpdates(offlineData);
}
