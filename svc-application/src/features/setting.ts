import type { Examination } from '@archaka/contracts';
import type { Context } from '@archaka/service-kit';
import { type ApplicationConfig, readPlaces } from '../config.ts';
import type { Places } from '../domain/places.ts';
import { makeAadhaarSealing } from '../store/sealing.ts';
import { makeStores, type Stores } from '../store/stores.ts';
import { createFileInspector, type FileInspector } from './inspect-file/inspect-file.ts';
import { type BringDocument, createBringDocument } from './keep-document/bring-document.ts';
import type { PdfRebuilder } from './rebuild-pdf/pdf-rebuilder.ts';
import { clamdAt } from './scan-file/clamd.ts';

/** What the features work with. */
export interface Setting extends Context<ApplicationConfig> {
  /** The examination with the fee and edit date that the configuration sets. */
  readonly examination: Examination;
  readonly places: Places;
  readonly stores: Stores;
  readonly inspectFile: FileInspector;
  readonly bringDocument: BringDocument;
}

const PAISE_A_RUPEE = 100;

/** The fee in rupees. */
export const amountOf = ({ fee_paise }: Examination): number => fee_paise / PAISE_A_RUPEE;

export function makeSetting(context: Context<ApplicationConfig>, rebuilder: PdfRebuilder): Setting {
  const { config, facts, db } = context;
  const sealing = makeAadhaarSealing({ keys: config.AADHAAR_KEYS, indexKeys: config.AADHAAR_INDEX_KEY });
  const stores = makeStores(db, sealing);
  const inspectFile = createFileInspector({
    rebuilder,
    scan: config.CLAMD_URL ? clamdAt(config.CLAMD_URL) : undefined,
  });
  return {
    ...context,
    examination: {
      ...facts,
      fee_paise: config.FEE_PAISE ?? facts.fee_paise,
      edit_until: config.EDIT_UNTIL ?? facts.edit_until,
    },
    places: readPlaces(),
    stores,
    inspectFile,
    bringDocument: createBringDocument({ inspectFile, stores }),
  };
}
