import { routes } from '@archaka/contracts/calls';
import { registerWorker } from '@archaka/platform/worker';
import { config } from 'zod/mini';
import { OfflineData } from './offline-data.ts';
import { createVerificationClient } from './portal/portal-client.ts';
import type { ScanResult } from './verification/scan-result.ts';
import { verifyCode } from './verification/verify-code.ts';
import { type CreateNote, setUpAttendancePanel } from './view/attendance-panel.ts';
import { getElement, setText } from './view/dom.ts';
import { setUpListPanel, showReadiness } from './view/list-panel.ts';
import { createResultView } from './view/result-view.ts';
import { setUpManualInput, setUpScanPanel } from './view/scan-panel.ts';
import './style/page.css';
import './style/controls.css';

const { origin } = location;

/** Counts tickets; what it stores of them is in the attendance alone. */
function createCodeChecker(offlineData: OfflineData, createNote: CreateNote) {
  const resultView = createResultView();
  const count = getElement('count', HTMLOutputElement);
  const fetchVerification = createVerificationClient();
  let isBusy = false;

  const show = (scanResult: ScanResult) => {
    isBusy = true;
    const { facts, list } = offlineData.state;
    const listMadeAt = scanResult.state === 'current' ? undefined : list?.made_at;
    const attendance = createNote(scanResult);
    resultView.show(scanResult, { examTypes: facts.examTypes, listMadeAt, attendance });
  };
  return {
    show,
    isBusy: () => isBusy,
    async checkCode(text: string) {
      isBusy = true;
      resultView.checking();
      const { facts, list } = offlineData.state;
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

/** Chromium only; other browsers install from their menu. */
interface InstallEvent extends Event {
  prompt(): Promise<unknown>;
}

function setUpInstallButton(): void {
  const button = getElement('install', HTMLButtonElement);
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    button.hidden = false;
    button.onclick = async () => {
      button.hidden = true;
      await (event as InstallEvent).prompt();
    };
  });
}

/** Resolves once a version is cached completely; never where the browser has no service workers. */
async function installServiceWorker(): Promise<void> {
  const url = routes.scannerFile.path.replace(':file', 'sw.js');
  await registerWorker({ url, scope: routes.scanner.path, policyName: 'hall-scanner' });
}

function startUpdates(offlineData: OfflineData): void {
  void offlineData.refresh();
  addEventListener('online', () => offlineData.refresh());
  addEventListener('offline', () => showReadiness(offlineData.state));
  void installServiceWorker().then(() => offlineData.markPrecached());
}

async function startScanner(): Promise<void> {
  setUpInstallButton();
  const offlineData = await OfflineData.open(showReadiness);
  const checker = createCodeChecker(offlineData, setUpAttendancePanel(offlineData));
  const panel = setUpScanPanel({ origin, checkCode: checker.checkCode, isBusy: checker.isBusy });
  setUpManualInput({ origin, checkCode: checker.checkCode, show: checker.show });
  setUpListPanel(offlineData);
  getElement('next', HTMLButtonElement).addEventListener('click', () => {
    checker.next();
    panel.resume();
  });
  startUpdates(offlineData);
}

// zod's default compiles parsers from text, which the page's policy forbids.
config({ jitless: true });
startScanner().catch(() => {
  setText(getElement('ready-all', HTMLElement), {
    te: 'ఈ బ్రౌజర్ ఏమీ భద్రపరచలేకపోతోంది; స్కానర్ పనిచేయదు. మామూలు (ప్రైవేట్ కాని) విండోలో తెరవండి.',
    en: 'This browser can keep nothing, so the scanner does not work. Open it in an ordinary window, not a private one.',
  });
});
