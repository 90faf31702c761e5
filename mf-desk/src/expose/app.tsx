import '../locales/catalogs.ts';
import '../style/desk.css';
import '../style/case.css';
import type { DeskModule } from '@archaka/platform';
import { Desk } from '../desk.tsx';
import { StaffMenu } from '../features/sign-in/staff-menu.tsx';

const exposedModule: DeskModule = { Desk, StaffMenu };

export default exposedModule;
