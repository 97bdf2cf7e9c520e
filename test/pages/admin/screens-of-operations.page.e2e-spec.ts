import { checkScreens } from './check-screens.js';
import { OPERATION_SCREENS } from './screen-list.js';

checkScreens(OPERATION_SCREENS);
