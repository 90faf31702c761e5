import { addCatalogs, type DeskModule } from '@archaka/platform';
import * as catalogs from '../locales/te.po';
import '../style/desk.css';
import '../style/case.css';
import { Desk } from '../desk.tsx';
import { StaffMenu } from '../features/sign-in/staff-menu.tsx';

addCatalogs(catalogs);

const exposedModule: DeskModule = { Desk, StaffMenu };

export default exposedModule;
