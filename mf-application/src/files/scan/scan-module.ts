import '../documents/catalogs.ts';
import '../photo/catalogs.ts';
import './catalogs.ts';
import './scan.css';

// The modules that are loaded when the first paper is photographed.
export { ScanDialog } from './scan-dialog.tsx';
