import { formScreens } from '../../screens/screen-states.ts';
import { checkScreens } from './check-screens.ts';

checkScreens(formScreens);
