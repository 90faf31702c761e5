import type { Examination } from '@archaka/contracts';
import type { ServiceContext } from '@archaka/service-kit';
import { type ApplicationConfig, readPlaces } from './config.ts';
import type { Places } from './domain/places.ts';
import { createFileInspector, type FileInspector } from './features/inspect-file/inspect-file.ts';
import type { PdfRebuilder } from './features/rebuild-pdf/pdf-rebuilder.ts';
import { createClamdScanner } from './features/scan-file/clamd.ts';
import {
  createInlineFileStorer,
  type InlineFileStorer,
} from './features/store-document/store-inline-file.ts';
import { createAadhaarSealing } from './persistence/aadhaar-sealing.ts';
import { createRepositories, type Repositories } from './persistence/repositories.ts';

/** What the features work with. */
export interface Dependencies extends ServiceContext<ApplicationConfig> {
  /** The examination with the fee and edit date that the configuration sets. */
  readonly examination: Examination;
  readonly places: Places;
  readonly repositories: Repositories;
  readonly inspectFile: FileInspector;
  readonly storeInlineFile: InlineFileStorer;
}

const PAISE_PER_RUPEE = 100;

/** The fee in rupees. */
export const toRupees = ({ fee_paise }: Examination): number => fee_paise / PAISE_PER_RUPEE;

export function createDependencies(
  context: ServiceContext<ApplicationConfig>,
  rebuilder: PdfRebuilder,
): Dependencies {
  const { config, examination, db } = context;
  const sealing = createAadhaarSealing({ keys: config.AADHAAR_KEYS, indexKeys: config.AADHAAR_INDEX_KEY });
  const repositories = createRepositories(db, sealing);
  const inspectFile = createFileInspector({
    rebuilder,
    scan: config.CLAMD_URL ? createClamdScanner(config.CLAMD_URL) : undefined,
  });
  return {
    ...context,
    examination: {
      ...examination,
      fee_paise: config.FEE_PAISE ?? examination.fee_paise,
      edit_until: config.EDIT_UNTIL ?? examination.edit_until,
    },
    places: readPlaces(),
    repositories,
    inspectFile,
    storeInlineFile: createInlineFileStorer({ inspectFile, repositories }),
  };
}
